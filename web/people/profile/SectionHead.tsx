import { formatNumber } from '#web/kit/format.ts'
import styles from './Section.module.css'

/** The heading of a card with a list. If it has an `id`, it can take the focus after a row of the list was removed. */
export function SectionHead({ title, count, id }: { title: string; count?: number; id?: string }) {
  return (
    <div className={styles.head}>
      <h2 id={id} tabIndex={id ? -1 : undefined}>
        {title}
      </h2>
      {count !== undefined && count > 0 && <span className="count">{formatNumber(count)}</span>}
    </div>
  )
}
