import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { stances, type Stance } from '#contract/stances.ts'
import { useTakeStance } from '#web/bills/actions.ts'
import { StanceControl } from '#web/bills/stance/StanceControl.tsx'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { stanceButtonLabels } from '#web/bills/stance/stanceLabels.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Menu, MenuButton, MenuItem, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import shapes from '#web/bills/stance/stance.module.css'
import styles from './StanceShortcut.module.css'

type Take = (stance: Stance) => void

/**
 * The stance in the toolbar of a wide window, while the stance card is not on the screen: the title, and the stance with a menu of
 * the others, or the four buttons if the member has none.
 */
export function ToolbarStance({ bill }: { bill: Bill }) {
  const take = useTake(bill)
  const [wasTakenHere, setWasTakenHere] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const firstButton = useRef<HTMLButtonElement>(null)
  const hasStance = bill.user_stance !== null
  useLayoutEffect(() => {
    // The menu has replaced the pressed button, or after a failure the buttons the menu. What has taken the focus by then keeps
    // it. The toolbar is sticky, and a focus that scrolls would move the bill below it.
    if (wasTakenHere && document.activeElement === document.body) {
      const button = hasStance ? menuButton : firstButton
      button.current?.focus({ preventScroll: true })
    }
  }, [wasTakenHere, hasStance])
  return (
    <div className={styles.toolbar}>
      <span className={styles.title} lang={recordLanguage}>
        {bill.title}
      </span>
      {bill.user_stance ? (
        <>
          <span className={styles.yours}>{t('Your stance')}</span>
          <StanceMenu bill={bill} chosen={bill.user_stance} buttonRef={menuButton} onTake={take} />
        </>
      ) : (
        <fieldset className={styles.buttons}>
          <legend className="vh">{t('Your stance on {bill}', { bill: bill.bill_code })}</legend>
          {stances.map((stance, index) => (
            <button
              key={stance}
              ref={index === 0 ? firstButton : undefined}
              type="button"
              className={classNames(styles.button, shapes[stance])}
              onClick={() => {
                setWasTakenHere(true)
                take(stance)
              }}
            >
              <StanceIcon stance={stance} />
              {stanceButtonLabels[stance]}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/**
 * The stance at the lower edge of a phone, while the stance card is not on the screen. With very large text, it is one button.
 *
 * @param moment what follows a stance that was taken here
 */
export function StanceBarOfPhone({ bill, moment }: { bill: Bill; moment: ReactNode }) {
  const take = useTake(bill)
  return (
    <section className={`no-print ${styles.bar}`} aria-label={t('Your stance')}>
      {moment && <div className={styles.moment}>{moment}</div>}
      <div className={styles.strip}>
        <StanceControl bill={bill} />
      </div>
      {bill.user_stance && (
        <div className={styles.single}>
          <StanceMenu bill={bill} chosen={bill.user_stance} namesItself onTake={take} />
        </div>
      )}
    </section>
  )
}

/** The stance as one button with a menu of the other three. */
function StanceMenu({
  bill,
  chosen,
  namesItself = false,
  buttonRef,
  onTake,
}: {
  bill: Bill
  chosen: Stance
  /** Shows that the stance is the reader's own, where nothing beside the button says so. */
  namesItself?: boolean
  buttonRef?: RefObject<HTMLButtonElement | null>
  onTake: Take
}) {
  return (
    <MenuTrigger>
      <MenuButton ref={buttonRef} className={classNames(styles.chosen, shapes[chosen])} data-own-stance>
        <StanceIcon stance={chosen} />
        <span>
          {namesItself
            ? t('Your stance: {stance}', { stance: stanceButtonLabels[chosen] })
            : stanceButtonLabels[chosen]}
        </span>
        <ChevronDown aria-hidden="true" />
      </MenuButton>
      <Menu aria-label={t('Your stance on {bill}', { bill: bill.bill_code })}>
        {stances
          .filter((stance) => stance !== chosen)
          .map((stance) => (
            <MenuItem key={stance} name={stanceButtonLabels[stance]} onAction={() => onTake(stance)}>
              <span className={classNames(styles.item, shapes[stance])}>
                <StanceIcon stance={stance} />
              </span>
              {stanceButtonLabels[stance]}
            </MenuItem>
          ))}
      </Menu>
    </MenuTrigger>
  )
}

/**
 * Takes a stance away from the stance card. A toast shows a failure, because the card that would show it is not on the screen.
 * The failure is shown even if the reader has scrolled back to the card and the toolbar is gone.
 */
function useTake(bill: Bill): Take {
  const taking = useTakeStance(bill)
  return (stance) => {
    if (taking.isPending) {
      return
    }
    taking.mutateAsync({ stance }).catch((error: unknown) => toast(messageOf(error), 'failure'))
  }
}
