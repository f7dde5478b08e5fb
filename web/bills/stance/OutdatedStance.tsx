import { History } from 'lucide-react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { differenceWords } from '#contract/bills/versionDifference.ts'
import { t } from '#contract/kit/translate.ts'
import type { Stance } from '#contract/stances.ts'
import { useConfirmStance } from '#web/bills/actions.ts'
import { versionOfDay } from '#web/bills/versions/versionWords.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import styles from './OutdatedStance.module.css'

const earlierStances: Record<Stance, (version: string) => string> = {
  support: (version) => t('You supported the version {version}.', { version }),
  oppose: (version) => t('You opposed the version {version}.', { version }),
  neutral: (version) => t('You were neutral on the version {version}.', { version }),
  learning: (version) => t('You were still learning about the version {version}.', { version }),
}
const confirmLabels: Record<Exclude<Stance, 'learning'>, string> = {
  support: t('I still support it'),
  oppose: t('I still oppose it'),
  neutral: t("I'm still neutral"),
}

/** Says that the text changed after the viewer took their stance, and lets them confirm or change it. */
export function OutdatedStance({ bill, focusStances }: { bill: BillDetail; focusStances: () => void }) {
  const confirming = useConfirmStance(bill.bill_id)
  const { user_stance, user_stance_version: from, version, text_version } = bill
  if (!user_stance || !bill.user_stance_is_outdated || !text_version) {
    return null
  }
  const isNewest = version?.version_no === text_version.version_no
  const difference = isNewest && version.compared_with === from?.version_no ? differenceWords(version) : null
  return (
    <div className={styles.notice}>
      <p>
        <History aria-hidden="true" />
        <span>
          <strong>{t('This bill changed after you took your stance.')}</strong>{' '}
          {from
            ? earlierStances[user_stance](versionOfDay(from))
            : t("{site} didn't have the text when you took it.", { site: site.name })}{' '}
          {isNewest &&
            difference &&
            t('In the version {version}, {difference}.', { version: versionOfDay(version), difference })}{' '}
          {from && (
            <Link to={paths.compareVersions(bill.bill_id, from.version_no, text_version.version_no)}>
              {t('See what changed')}
            </Link>
          )}
          {user_stance === 'learning' && ` ${t('Now that it changed, do you know more?')}`}
        </span>
      </p>
      <div className={styles.buttons}>
        {user_stance !== 'learning' && (
          <Button
            variant="secondary"
            busy={confirming.isPending}
            busyLabel={t('Saving')}
            // The pressed button disappears with this notice, so the focus moves to the stances.
            onClick={() => confirming.mutate(text_version.version_no, { onSuccess: focusStances })}
          >
            {confirmLabels[user_stance]}
          </Button>
        )}
        <Button variant="quiet" onClick={focusStances}>
          {t('Change my stance')}
        </Button>
      </div>
      {confirming.isError && <FieldError id="confirm-error">{messageOf(confirming.error)}</FieldError>}
    </div>
  )
}
