import { useId, type ReactNode } from 'react'
import type { Notification } from '#contract/notifications.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { T } from '#web/kit/ui/T.tsx'
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
          <T
            text="{count} <hidden>item</hidden>|{count} <hidden>items</hidden>"
            count={count}
            values={{ count, hidden: (content) => <span className="vh">{content}</span> }}
          />
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

type ItemContentProps = {
  /** An icon, or the entries whose members are shown instead. */
  icon?: ReactNode
  faces?: readonly Notification[]
  note: ReactNode
  children: ReactNode
}

/** The content of an item, which consists of an icon or the faces of members, a text and a note. */
export function ItemContent({ icon, faces, note, children }: ItemContentProps) {
  return (
    <>
      {faces ? (
        <span className={styles.faces}>
          {faces.map(({ id, data }) => (
            <Avatar
              key={id}
              decorative
              size="small"
              name={data.full_name ?? ''}
              pictureUrl={data.profile_picture_url}
              level={data.engagement_level}
            />
          ))}
        </span>
      ) : (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.text}>
        <span>{children}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </>
  )
}
