import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import styles from './Settings.module.css'

/** One part of a tab, with its heading. */
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

type SaveFootProps = { label: string; busyLabel: string; isBusy: boolean; isSaved: boolean }

/** The end of a form: its button, and "Saved" beside it for a while. */
export function SaveFoot({ label, busyLabel, isBusy, isSaved }: SaveFootProps) {
  return (
    <div className={styles.foot}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result */}
      <p role="status" className={styles.saved}>
        {isSaved && (
          <>
            <Check aria-hidden="true" />
            Saved
          </>
        )}
      </p>
      <Button type="submit" busy={isBusy} busyLabel={busyLabel}>
        {label}
      </Button>
    </div>
  )
}

/** Something to do, with what it means beside its button. */
export function SettingsRow({
  title,
  words,
  children,
  note,
}: {
  title: string
  words: string
  children: ReactNode
  /** Under the words: what has come of it. */
  note?: ReactNode
}) {
  return (
    <div className={styles.row}>
      <div>
        <h3 className={styles.rowTitle}>{title}</h3>
        <p className="muted">{words}</p>
        {note}
      </div>
      {children}
    </div>
  )
}
