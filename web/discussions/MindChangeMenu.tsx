import { ArrowRight, Brain } from 'lucide-react'
import { useRef } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import type { Comment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { stances, type Stance } from '#contract/stances.ts'
import { focusOwnStance } from '#web/bills/stance/focusOwnStance.ts'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { stanceMenuLabels } from '#web/bills/stance/stanceLabels.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { formatShort } from '#web/kit/format.ts'
import { Spinner } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { useMindChange } from './actions.ts'
import styles from './CommentParts.module.css'

type MindChangeMenuProps = { bill: Bill; comment: Comment; name: string }

/**
 * The button "Changed my mind" opens a menu of stances. Choosing one records the new stance and credits this comment
 * for it. Then the button reads "Changed your mind". It stays enabled, because the member can change their mind again.
 */
export function MindChangeMenu({ bill, comment, name }: MindChangeMenuProps) {
  const saving = useMindChange(bill, comment)
  const { change_count: count, changed_my_mind: isCredited } = comment
  const button = useRef<HTMLButtonElement>(null)
  const label = isCredited ? t('Changed your mind') : t('Changed my mind')

  async function choose(stance: Stance) {
    const previous = bill.user_stance
    if (saving.isPending || !previous) {
      return
    }
    // The change ends the moment after a stance with this menu, and then callbacks of `mutate` would not run.
    const response = await saving.mutateAsync(stance).catch((error: unknown) => {
      toast(t('Failed to change stance: {reason}', { reason: messageOf(error) }), 'failure')
      return null
    })
    if (!response) {
      return
    }
    showChange(previous, stance, response.author_notified)
    // The menu returns the focus to its button, unless the button has left with the moment.
    if (!button.current) {
      focusOwnStance()
    }
  }

  function showChange(previous: Stance, stance: Stance, isAuthorNotified: boolean) {
    const [from, to] = [stanceMenuLabels[previous], stanceMenuLabels[stance]]
    const consequence = isAuthorNotified ? ` ${t('{name} will be notified.', { name })}` : ''
    toast(t('You changed your mind from {from} to {to}.', { from, to }) + consequence, 'success', {
      icon: <Brain aria-hidden="true" />,
      content: (
        <>
          <span className={styles.change}>
            <StanceLabel stance={previous} />
            <ArrowRight aria-hidden="true" />
            <StanceLabel stance={stance} />
          </span>{' '}
          {t('You changed your mind.')}
          {consequence}
        </>
      ),
    })
  }

  return (
    <MenuTrigger>
      <MenuButton
        ref={button}
        className={classNames(styles.brain)}
        data-reply={comment.parent_comment_id !== null || undefined}
        data-credited={isCredited || undefined}
        // The button stays enabled while saving, because the menu returns the focus to it.
        aria-busy={saving.isPending}
      >
        {saving.isPending ? <Spinner /> : <Brain aria-hidden="true" />}
        <span className={styles.brainLabel}>{label}</span>
        {count > 0 && (
          <>
            <span className="count">{formatShort(count)}</span>
            <span className="vh">{t('so far')}</span>
          </>
        )}
      </MenuButton>
      <Menu
        placement="bottom start"
        heading={t('{name} changed your mind. Where do you stand now?', { name })}
        aria-label={t('Your new stance')}
      >
        {stances
          .filter((stance) => stance !== bill.user_stance)
          .map((stance) => (
            <MenuItem key={stance} name={stanceMenuLabels[stance]} onAction={() => void choose(stance)}>
              <span className={styles.menuStance} data-stance={stance}>
                <StanceIcon stance={stance} />
              </span>
              {stanceMenuLabels[stance]}
            </MenuItem>
          ))}
      </Menu>
    </MenuTrigger>
  )
}

function StanceLabel({ stance }: { stance: Stance }) {
  return (
    <span className={styles.menuStance} data-stance={stance}>
      <StanceIcon stance={stance} />
      {stanceMenuLabels[stance]}
    </span>
  )
}
