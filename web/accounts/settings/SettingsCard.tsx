import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import styles from './Settings.module.css'

export function SettingsCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classNames('card', styles.card)} aria-labelledby={id}>
      <h2 id={id} className={styles.cardTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}

type SaveFootProps = {
  label: string
  busyLabel: string
  submission: { isBusy: boolean; isSaved: boolean }
}

/** The bottom of a form, with the button that saves. After a save, "Saved" is shown beside the button for three seconds. */
export function SaveFoot({ label, busyLabel, submission }: SaveFootProps) {
  return (
    <div className={styles.foot}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result */}
      <p role="status" className={styles.saved}>
        {submission.isSaved && (
          <>
            <Check aria-hidden="true" />
            {t('Saved')}
          </>
        )}
      </p>
      <Button type="submit" busy={submission.isBusy} busyLabel={busyLabel}>
        {label}
      </Button>
    </div>
  )
}

/** A row with the title and the description of an action, and with its button as children. */
export function SettingsRow({
  title,
  description,
  children,
  note,
}: {
  title: string
  description: string
  children: ReactNode
  /** The result of the action, shown below the description. */
  note?: ReactNode
}) {
  return (
    <div className={styles.row}>
      <div>
        <h3 className={styles.rowTitle}>{title}</h3>
        <p className="muted">{description}</p>
        {note}
      </div>
      {children}
    </div>
  )
}
