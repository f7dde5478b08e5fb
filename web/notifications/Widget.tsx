import { useId, type ReactNode } from 'react'
import styles from './Notifications.module.css'

type WidgetProps = {
  title: string
  /** The number of items. It may be greater than the number of items that are shown. */
  count: number
  /** Shown if there are no items. */
  empty?: string
  children: ReactNode
}

/** One list of the panel, with its title and count. Its items are in a box that the keyboard can scroll. */
export function Widget({ title, count, empty, children }: WidgetProps) {
  const titleId = useId()
  return (
    <div className={styles.widget}>
      <h3 className={styles.title}>
        <span id={titleId}>{title}</span>
        <span className="count">
          {count} <span className="vh">{count === 1 ? 'item' : 'items'}</span>
        </span>
      </h3>
      {count === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be focusable
        <section aria-labelledby={titleId} tabIndex={0} className={styles.list}>
          <ul>{children}</ul>
        </section>
      )}
    </div>
  )
}

/** The content of an item, which consists of an icon, a text and a note. */
export function ItemContent({
  icon,
  note,
  children,
}: {
  icon: ReactNode
  note: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.text}>
        <span>{children}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </>
  )
}
