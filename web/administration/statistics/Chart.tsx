import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import styles from './Chart.module.css'

type Point = {
  /** The period, such as "November 25, 2026", and a short form for the ends of the chart. */
  name: string
  shortName: string
  /** Null if it was not recorded. */
  count: number | null
  text: string
}

type ChartProps = { title: string; total: string; points: readonly Point[] }

const height = 100
/** The width of a column and of the bar in it. The picture is stretched to the width of the card. */
const column = 10
const bar = 7

/**
 * A bar chart of one measure. A slider over the bars selects a period by mouse, touch, arrow keys or screen reader, and the
 * count of the selected period is shown under the title. A table has all counts.
 */
export function Chart({ title, total, points }: ChartProps) {
  const [selectedIndex, setSelectedIndex] = useState(points.length - 1)
  const maxCount = Math.max(1, ...points.map(({ count }) => count ?? 0))
  const selected = points[selectedIndex]
  return (
    <section className={`card ${styles.card}`} aria-label={title}>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.total}>{total}</p>
      </div>
      <p className={styles.selected}>
        {selected?.name}: <b>{selected?.text}</b>
      </p>
      <div className={styles.plot}>
        <svg
          viewBox={`0 0 ${points.length * column} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className={styles.bars}
        >
          <rect x={selectedIndex * column} y={0} width={column} height={height} className={styles.column} />
          {points.map(({ name, count }, index) => (
            <Bar key={name} x={index * column} share={(count ?? 0) / maxCount} />
          ))}
        </svg>
        <input
          type="range"
          className={styles.slider}
          aria-label={t('{title}: period', { title })}
          aria-valuetext={selected && `${selected.name}: ${selected.text}`}
          min={0}
          max={points.length - 1}
          value={selectedIndex}
          onChange={(event) => setSelectedIndex(Number(event.target.value))}
        />
      </div>
      <p className={styles.ends} aria-hidden="true">
        <span>{points[0]?.shortName}</span>
        <span>{points.at(-1)?.shortName}</span>
      </p>
      <CountTable title={title} points={points} />
    </section>
  )
}

function Bar({ x, share }: { x: number; share: number }) {
  if (share === 0) {
    return null
  }
  // Even a count that is very small beside the others stays visible.
  const barHeight = Math.max(2, share * height)
  return (
    <rect
      x={x + (column - bar) / 2}
      y={height - barHeight}
      width={bar}
      height={barHeight}
      className={styles.bar}
    />
  )
}

/** All counts, with the newest period first. */
function CountTable({ title, points }: { title: string; points: readonly Point[] }) {
  return (
    <details className={styles.details}>
      <summary>
        <T
          text="Table<hidden>: {measure}</hidden>"
          values={{ measure: title, hidden: (content) => <span className="vh">{content}</span> }}
        />
      </summary>
      <table className={classNames(styles.table)}>
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Period')}</th>
            <th scope="col">{t('Count')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ name, text }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
