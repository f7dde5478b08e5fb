import type { Source } from '../../../contract/administration/operation.ts'
import { formatDateTime } from '../../kit/format.ts'
import { Badge } from '../../kit/ui/Badge.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { Panel } from './Panel.tsx'
import styles from '../Administration.module.css'

/** Lists the public records that bills and people come from, and how to check an old one again. */
export function SourceList({ sources }: { sources: Source[] }) {
  return (
    <Panel title="Sources">
      {sources.length === 0 ? (
        <p className={styles.meta}>No record has been imported yet.</p>
      ) : (
        <ul className={classNames(styles.people, styles.jobs)}>
          {sources.map((source) => (
            <li key={source.name} data-stale={source.is_stale ? '' : undefined}>
              <b>{source.name}</b>
              {source.is_stale && <Badge tone="rejected">Not checked lately</Badge>}
              <span className={styles.meta}>
                {source.records.toLocaleString('en-US')} records · {lastCheck(source)}
                {source.is_unfinished && ' · a sync was interrupted and resumes with the next one'}
              </span>
              {source.is_stale && <Remedy source={source} />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function lastCheck({ last_checked_at }: Source): string {
  return last_checked_at === null ? 'never checked' : `last checked ${formatDateTime(last_checked_at)}`
}

function Remedy({ source: { command, timer } }: { source: Source }) {
  return (
    <span className={styles.note}>
      Run <code>{command}</code>
      {timer && (
        <>
          {' '}
          or enable the timer <code>{timer}</code>
        </>
      )}
      . After 30 days residents see the day of the last check and no next step.
    </span>
  )
}
