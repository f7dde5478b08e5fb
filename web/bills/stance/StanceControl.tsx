import { CircleAlert } from 'lucide-react'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import type { Bill } from '../../../contract/bills.ts'
import { stances, type Stance } from '../../../contract/stances.ts'
import { messageOr } from '../../kit/api/api.ts'
import { formatNumber, formatShort } from '../../kit/format.ts'
import { Spinner } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { useTakeStance } from '../actions.ts'
import { StanceIcon } from './StanceIcon.tsx'
import { stanceButtonWords, stanceCount, stanceTotal } from './stanceWords.ts'
import styles from './stance.module.css'

const failureWords = {
  answer: 'Failed to submit stance. Please try again.',
  exception: 'Network error. Please check your connection and try again.',
}

type StanceControlProps = {
  bill: Bill
  /** Four buttons on a card, or a row per stance with its own bar in the open bill. */
  large?: boolean
  onTaken?: () => void
}

/**
 * Where a member stands. It reads as a radio group, but arrow keys only move: Space or Enter chooses, because
 * looking around must never vote.
 */
export function StanceControl({ bill, large = false, onTaken }: StanceControlProps) {
  const taking = useTakeStance(bill)
  const saving = taking.isPending ? taking.variables.stance : null
  const total = stanceTotal(bill)

  return (
    <div className={styles.frame}>
      <ToggleButtonGroup
        aria-label={`Your stance on ${bill.bill_code}`}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={bill.user_stance ? [bill.user_stance] : []}
        onSelectionChange={(keys) => {
          const stance = stances.find((name) => keys.has(name))
          if (stance && !saving) taking.mutate({ stance }, { onSuccess: () => onTaken?.() })
        }}
        className={classNames(large ? styles.rows : styles.group)}
      >
        {stances.map((stance) => {
          const count = stanceCount(bill, stance)
          const percent = total === 0 ? 0 : Math.round((100 * count) / total)
          const words = stanceButtonWords[stance]
          return (
            <ToggleButton
              key={stance}
              id={stance}
              isDisabled={saving !== null && saving !== stance}
              onKeyDown={moveUpAndDown}
              aria-label={nameOf(stance, count, large ? percent : null)}
              className={classNames(large ? styles.row : styles.stance, styles[stance])}
            >
              {saving === stance ? (
                <span className={styles.icon}>
                  <Spinner />
                </span>
              ) : (
                <StanceIcon stance={stance} className={styles.icon} />
              )}
              {large ? (
                <>
                  <b>
                    {words}
                    {/* Screen readers hear "checked"; in the name it would have to be part of the label too. */}
                    {bill.user_stance === stance && (
                      <span className={styles.yours} aria-hidden="true">
                        Your stance
                      </span>
                    )}
                  </b>
                  <span className={styles.count}>
                    <strong>{formatNumber(count)}</strong> · {percent}%
                  </span>
                  <span className={styles.track}>
                    <span style={{ width: `${percent}%` }} />
                  </span>
                </>
              ) : (
                <>
                  <span>{words}</span>
                  <span className={styles.count}>{formatShort(count)}</span>
                </>
              )}
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
      {taking.isError && (
        <p role="alert" className={styles.failure}>
          <CircleAlert aria-hidden="true" />
          {messageOr(taking.error, failureWords)}
        </p>
      )}
    </div>
  )
}

function nameOf(stance: Stance, count: number, percent: number | null): string {
  const name = `${stanceButtonWords[stance]}, ${formatNumber(count)}`
  return percent === null ? name : `${name}, ${percent}%`
}

// React Aria moves with Left and Right; here the buttons also stand below each other.
function moveUpAndDown(event: { key: string; target: EventTarget }) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const buttons = [...(event.target.parentElement?.querySelectorAll('button') ?? [])]
  const next = buttons[buttons.findIndex((button) => button === event.target) + step]
  next?.focus()
}
