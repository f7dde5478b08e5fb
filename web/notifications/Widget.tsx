import { useId, type ReactNode } from 'react'
import styles from './Notifications.module.css'

type WidgetProps = {
  title: string
  /** The number of items held, which may be more than are shown. */
  count: number
  /** In place of the items where there are none. */
  empty?: string
  children: ReactNode
}

/** One list of the panel: its name, its count, and its items in a box that the keyboard can scroll. */
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take the focus
        <section aria-labelledby={titleId} tabIndex={0} className={styles.list}>
          <ul>{children}</ul>
        </section>
      )}
    </div>
  )
}

/** What stands in an item: its picture, its words and, small, when or what. */
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
      <span className={styles.words}>
        <span>{children}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </>
  )
}
