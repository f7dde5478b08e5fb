import { Brain } from 'lucide-react'
import type { Bill } from '../../contract/bills.ts'
import type { Comment } from '../../contract/discussions.ts'
import { stances, type Stance } from '../../contract/stances.ts'
import { useTakeStance } from '../bills/actions.ts'
import { StanceIcon } from '../bills/StanceIcon.tsx'
import { stanceMenuWords } from '../bills/stanceWords.ts'
import { wordsOf } from '../kit/api.ts'
import { formatNumber, formatShort } from '../kit/format.ts'
import { Spinner } from '../kit/ui/Button.tsx'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '../kit/ui/Menu.tsx'
import { announce, toast } from '../kit/ui/toast.ts'
import styles from './Comment.module.css'

/** "Changed my mind": records a new stance and that this comment brought it about (R47). */
export function MindChangeMenu({ bill, comment, name }: { bill: Bill; comment: Comment; name: string }) {
  const taking = useTakeStance(bill)
  const changed = comment.change_count

  function take(stance: Stance) {
    if (taking.isPending) return
    taking.mutate(
      { stance, change_source: 'comment', comment_id: comment.comment_id },
      {
        onSuccess: () => announce(`Your stance is now ${stanceMenuWords[stance]}. ${name} will hear of it.`),
        onError: (error) => toast(`Failed to change stance: ${wordsOf(error)}`, 'failure'),
      },
    )
  }

  return (
    <MenuTrigger>
      <MenuButton
        className={styles.brain}
        // Not disabled while it saves: the focus comes back to it from the menu.
        aria-busy={taking.isPending}
        aria-label={`Changed my mind${changed > 0 ? `, ${formatNumber(changed)} so far` : ''}`}
      >
        {taking.isPending ? <Spinner /> : <Brain aria-hidden="true" />}
        <span className={styles.brainWords}>Changed my mind</span>
        {changed > 0 && <span className="count">{formatShort(changed)}</span>}
      </MenuButton>
      <Menu
        placement="bottom start"
        heading={`${name} changed your mind. Where do you stand now?`}
        aria-label="Your new stance"
      >
        {stances
          .filter((stance) => stance !== bill.user_stance)
          .map((stance) => (
            <MenuItem key={stance} name={stanceMenuWords[stance]} onAction={() => take(stance)}>
              <span className={styles.menuStance} data-stance={stance}>
                <StanceIcon stance={stance} />
              </span>
              {stanceMenuWords[stance]}
            </MenuItem>
          ))}
      </Menu>
    </MenuTrigger>
  )
}
