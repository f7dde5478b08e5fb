import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Download } from 'lucide-react'
import { useState } from 'react'
import { getStatistics, measures, periods, type Period } from '#contract/administration/administration.ts'
import { t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { saveFile } from '#web/kit/saveFile.ts'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { Chart } from './Chart.tsx'
import {
  countText,
  csvOf,
  measureNames,
  periodName,
  periodNames,
  rangeName,
  shortPeriodName,
  totalText,
} from './words.ts'
import charts from './Chart.module.css'

/** Totals of the instance by day, week or month, each with a chart and a table. */
export default function StatisticsTab() {
  const [by, setBy] = useState<Period>('day')
  const [until, setUntil] = useState<string | undefined>()
  const show = (period: Period) => {
    setBy(period)
    setUntil(undefined)
  }
  return (
    <div className={styles.list}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a visible legend */}
      <div className={styles.buttons} role="group" aria-label={t('Show by')}>
        {periods.map((period) => (
          <Chip key={period} aria-pressed={period === by} onClick={() => show(period)}>
            {periodNames[period]}
          </Chip>
        ))}
      </div>
      {/* Without the key, the counts of days would be shown as counts of months until the months are loaded. */}
      <Charts key={by} by={by} until={until} onMove={setUntil} />
    </div>
  )
}

type ChartsProps = { by: Period; until: string | undefined; onMove: (until: string) => void }

function Charts({ by, until, onMove }: ChartsProps) {
  const query = useQuery({ ...queryFor(getStatistics, { by, until }), placeholderData: (shown) => shown })
  if (!query.data) {
    return <QueryView query={query} title={t('The statistics could not be loaded')} />
  }
  const { statistics } = query.data
  const { periods: countedPeriods, earlier, later, counted_at } = statistics
  const first = countedPeriods[0]
  const last = countedPeriods.at(-1)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.meta} aria-live="polite">
          {first && last && rangeName(by, first.starts_on, last.starts_on)}
        </p>
        <div className={styles.buttons}>
          <Button
            variant="secondary"
            aria-disabled={earlier === null}
            onClick={() => earlier !== null && onMove(earlier)}
          >
            {t('Earlier')}
          </Button>
          <Button
            variant="secondary"
            aria-disabled={later === null}
            onClick={() => later !== null && onMove(later)}
          >
            {t('Later')}
          </Button>
          {last && (
            <Button
              variant="secondary"
              onClick={() =>
                saveFile(
                  new Blob([csvOf(statistics)], { type: 'text/csv' }),
                  `statistics-by-${by}-${last.starts_on}.csv`,
                )
              }
            >
              <Download aria-hidden="true" />
              {t('Download as CSV')}
            </Button>
          )}
        </div>
      </div>
      {countedPeriods.length === 0 ? (
        <Empty
          icon={<ChartColumn />}
          title={t('Nothing counted yet')}
          hint={t('Days are counted once an hour.')}
        />
      ) : (
        <div className={classNames(charts.grid)}>
          {measures.map((measure) => (
            <Chart
              // A new list of periods begins with its last period selected.
              key={`${measure} ${first?.starts_on} ${by}`}
              title={measureNames[measure]}
              total={totalText(measure, countedPeriods)}
              points={countedPeriods.map((period) => ({
                name: periodName(by, period.starts_on),
                shortName: shortPeriodName(by, period.starts_on),
                count: period[measure],
                text: countText(period[measure]),
              }))}
            />
          ))}
        </div>
      )}
      <p className={styles.meta}>
        {t(
          'Days are in UTC and weeks begin on Monday. Returning members came back on a later day than that of their registration. Active members sent a request while they were signed in, or registered; for weeks and months the average day is shown.',
        )}
        {counted_at !== null && <> {t('Last counted {date}.', { date: formatDateTime(counted_at) })}</>}
      </p>
    </>
  )
}
