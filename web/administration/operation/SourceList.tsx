import type { Source } from '#contract/administration/administration.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { lastChecked } from '#web/kit/format.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import { Panel } from './Panel.tsx'
import styles from '#web/administration/Administration.module.css'

/** Lists the public records that bills and people come from, and how to check an old one again. */
export function SourceList({ sources }: { sources: Source[] }) {
  return (
    <Panel title={t('Sources')}>
      {sources.length === 0 ? (
        <p className={styles.meta}>{t('No record has been imported yet.')}</p>
      ) : (
        <ul className={classNames(styles.people, styles.jobs)}>
          {sources.map((source) => (
            <li key={source.name} data-stale={source.is_stale ? '' : undefined}>
              <b>{source.name}</b>
              {source.is_stale && <Badge tone="rejected">{t('Not checked lately')}</Badge>}
              <span className={styles.meta}>
                {plural(source.records, '{n} record|{n} records')} · {lastCheck(source)}
                {source.is_unfinished && <> · {t('a sync was interrupted and resumes with the next one')}</>}
              </span>
              {source.is_stale && <Remedy source={source} />}
            </li>
          ))}
        </ul>
      )}
      {sources.some((source) => source.is_stale) && (
        <p className={styles.meta}>
          {t(
            '30 days after the last check of its source, a bill shows the day of that check instead of a next step.',
          )}
        </p>
      )}
    </Panel>
  )
}

function lastCheck({ last_checked_at }: Source): string {
  return last_checked_at === null ? t('never checked') : lastChecked(last_checked_at)
}

function Remedy({ source: { command, timer } }: { source: Source }) {
  return (
    <span className={styles.note}>
      {timer === null ? (
        <T text="Run {command}." values={{ command: <code>{command}</code> }} />
      ) : (
        <T
          text="Run {command} or enable the timer {timer}."
          values={{ command: <code>{command}</code>, timer: <code>{timer}</code> }}
        />
      )}
    </span>
  )
}
