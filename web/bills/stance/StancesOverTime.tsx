import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getStancesOverTime, minStancesOverTime, type BillDetail } from '#contract/bills/bills.ts'
import { formatDay } from '#contract/kit/format.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { stanceCount, stanceProse, stances, stanceTotal, describeStances } from '#contract/stances.ts'
import { today } from '#web/bills/today.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { countsOn, layOut, marksOf } from './overTime.ts'
import { StanceIcon } from './StanceIcon.tsx'
import shapes from './stance.module.css'
import styles from './StancesOverTime.module.css'

const size = { width: 336, height: 190 }

/** How the stances on a bill grew, by week, with marks at its dated actions. The picture claims no cause. */
export function StancesOverTime({ bill }: { bill: BillDetail }) {
  const [showsTable, setShowsTable] = useState(false)
  const total = stanceTotal(bill)
  const query = useQuery({
    ...queryFor(getStancesOverTime, { id: bill.bill_id }),
    enabled: total >= minStancesOverTime,
    staleTime: 60_000,
  })
  if (total === 0) {
    return null
  }
  const weeks = query.data?.weeks ?? []
  const day = today()
  const marks = marksOf(bill.progress?.stages ?? [], day)
  const chart = weeks.length > 0 ? layOut(weeks, marks, { day, counts: bill }, size) : null
  return (
    <Section title={t('Stances over time')} className={`no-print ${styles.card}`}>
      {total < minStancesOverTime && (
        <p className={styles.note}>
          {plural(
            total,
            'Shown once {minimum} people have taken a stance. So far there is {n}.|Shown once {minimum} people have taken a stance. So far there are {n}.',
            { minimum: minStancesOverTime },
          )}
        </p>
      )}
      {total >= minStancesOverTime && query.isPending && <div className={styles.space} aria-hidden="true" />}
      {query.isError && !chart && (
        <p role="alert">
          <RetryText
            text={msg('The chart could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={() => void query.refetch()}
          />
        </p>
      )}
      {chart && (
        <>
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            className={styles.chart}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of our own
            role="img"
            aria-label={describe(bill, weeks[0]?.week ?? day, marks.length)}
          >
            {chart.lines.map(({ count, y }) => (
              <g key={count}>
                <path className={styles.grid} d={`M${chart.plot.left} ${y}H${chart.plot.right}`} />
                <text x={chart.plot.left - 5} y={y + 4} textAnchor="end">
                  {formatNumber(count)}
                </text>
              </g>
            ))}
            {chart.bands.map(({ stance, path }) => (
              <path key={stance} className={`${styles.band} ${shapes[stance]}`} d={path} />
            ))}
            <path className={styles.base} d={`M${chart.plot.left} ${chart.plot.base}H${chart.plot.right}`} />
            {chart.months.map(({ x, label }) => (
              <text key={x} x={x} y={chart.plot.base + 17} textAnchor="middle">
                {label}
              </text>
            ))}
            {chart.marks.map((x, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- marks are never reordered
              <g key={index}>
                <path className={styles.mark} d={`M${x} 18V${chart.plot.base}`} />
                <circle className={styles.flag} cx={x} cy={10} r={8.5} />
                <text className={styles.number} x={x} y={14} textAnchor="middle">
                  {index + 1}
                </text>
              </g>
            ))}
            {chart.labels.map(({ stance, middle, count }) => (
              <g
                key={stance}
                className={shapes[stance]}
                transform={`translate(${chart.plot.right + 6} ${middle - 8})`}
              >
                <svg width="16" height="16" className={styles.icon}>
                  <StanceIcon stance={stance} />
                </svg>
                <text className={styles.count} x={20} y={12.5}>
                  {formatNumber(count)}
                </text>
              </g>
            ))}
          </svg>
          <ol className={styles.marks}>
            {marks.map(({ day: markedDay, label }, index) => (
              <li key={`${markedDay} ${label}`}>
                <span aria-hidden="true">{index + 1}</span>
                <span>
                  <b>{formatDay(markedDay)}</b> {label}
                </span>
              </li>
            ))}
          </ol>
          <p className={styles.note}>
            {t('One point a week, from {count} stances.', { count: formatNumber(total) })}{' '}
            {bill.checked_on && `${t('Actions as of {date}.', { date: formatDay(bill.checked_on) })} `}
            {t('The lines mark when something happened. They do not say that it changed anyone’s stance.')}
          </p>
          <TextButton aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
            {showsTable ? t('Hide the table') : t('Show as a table')}
          </TextButton>
          {showsTable && (
            <section
              className={styles.tableBox}
              aria-label={t('Stances over time as a table')}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable with the keyboard
              tabIndex={0}
            >
              <p className={styles.note}>
                {t(
                  'Each action has the counts at the end of its week, or the counts so far if that week is not over.',
                )}
              </p>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('Date')}</th>
                    {stances.map((stance) => (
                      <th key={stance} scope="col">
                        {t(stanceProse[stance])}
                      </th>
                    ))}
                    <th scope="col">{t('Total')}</th>
                  </tr>
                </thead>
                <tbody>
                  {[
                    ...marks.map((mark) => ({
                      day: mark.day,
                      label: mark.label,
                      counts: countsOn(weeks, mark.day),
                    })),
                    { day, label: t('Today'), counts: bill },
                  ].map(({ day: rowDay, label, counts }) => (
                    <tr key={`${rowDay} ${label}`}>
                      <th scope="row">
                        {formatDay(rowDay)}
                        <span>{label}</span>
                      </th>
                      {stances.map((stance) => (
                        <td key={stance}>{formatNumber(stanceCount(counts, stance))}</td>
                      ))}
                      <td>{formatNumber(stanceTotal(counts))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </>
      )}
    </Section>
  )
}

/** Returns, for example, "Stances on this bill since March 2, 2026, by week. There are now 21: support 9, oppose 6 …". */
function describe(bill: BillDetail, since: string, marks: number): string {
  const sentence = t('Stances on this bill since {date}, by week. There are now {total}: {counts}.', {
    date: formatDay(since),
    total: formatNumber(stanceTotal(bill)),
    counts: describeStances(bill),
  })
  return marks === 0
    ? sentence
    : `${sentence} ${plural(marks, '{n} action is marked.|{n} actions are marked.')}`
}
