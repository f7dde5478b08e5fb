import type { Operation, Update } from '#contract/administration/administration.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { formatDate, formatDateTime } from '#web/kit/format.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useOperation } from './actions.ts'
import { durationOf, isOldBackup, nameOf, sizeOf } from './labels.ts'
import { MailPanel } from './MailPanel.tsx'
import { Panel } from './Panel.tsx'
import { SourceList } from './SourceList.tsx'
import { TaskList } from './TaskList.tsx'

/** The tab with the state of the instance: version, database, backup, sources, email, waiting jobs and recurring tasks. */
export default function OperationTab() {
  const query = useOperation()
  if (!query.data) {
    return <QueryView query={query} title={t('The state of the instance could not be loaded')} />
  }
  const { operation } = query.data
  return (
    <div className={styles.list}>
      <Instance operation={operation} />
      <SourceList sources={operation.sources} />
      <MailPanel operation={operation} />
      <Queues operation={operation} />
      <TaskList tasks={operation.tasks} />
    </div>
  )
}

function Instance({
  operation: { version, update, database_bytes, backup, outdated_collations },
}: {
  operation: Operation
}) {
  const [number, commit] = version.split('+')
  return (
    <Panel title={t('Instance')}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('Version')}</dt>
          <dd>
            {number}
            {commit && (
              <>
                +<wbr />
                {commit}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('Database')}</dt>
          <dd>{sizeOf(database_bytes)}</dd>
        </div>
        <div>
          <dt>{t('Last backup')}</dt>
          <dd>{backup === null ? t('None recorded') : formatDateTime(backup.finished_at)}</dd>
        </div>
        {backup && (
          <div>
            <dt>{t('Size of the backup')}</dt>
            <dd>{plural(backup.rows, '{size}, {n} row|{size}, {n} rows', { size: sizeOf(backup.bytes) })}</dd>
          </div>
        )}
      </dl>
      {update && <UpdateNotice update={update} />}
      <CollationNotice outdated={outdated_collations} />
      {(backup === null || isOldBackup(backup.finished_at)) && (
        <Alert
          kind="warning"
          level={3}
          title={backup === null ? t('No backup') : t('The last backup is old')}
        >
          <p>
            <T
              text="Run the command <code>hurd backup</code> every night. Backups by other programs are not listed here."
              values={{ code: (content) => <code>{content}</code> }}
            />
          </p>
        </Alert>
      )}
    </Panel>
  )
}

function CollationNotice({ outdated }: { outdated: Operation['outdated_collations'] }) {
  if (outdated.length === 0) {
    return null
  }
  return (
    <Alert kind="warning" level={3} title={t('The sorting rules of the database changed')}>
      <ul>
        {outdated.map(({ name, stored, library }) => (
          <li key={name}>
            {t('Version of {name}: {stored} in the database, {library} in the library of the system.', {
              name,
              stored,
              library,
            })}
          </li>
        ))}
      </ul>
      <p>
        {t(
          'Searches may miss rows until the indexes are rebuilt. “Collation versions” in the operating guide has the commands.',
        )}
      </p>
    </Alert>
  )
}

function UpdateNotice({
  update: { version, released_on, is_security_update, changelog_url },
}: {
  update: Update
}) {
  return (
    <Alert
      kind={is_security_update ? 'warning' : 'info'}
      level={3}
      title={
        is_security_update
          ? t('Hurd {version} fixes a security problem', { version })
          : t('Hurd {version} is available', { version })
      }
    >
      <p>
        {t('It was released on {date}.', { date: formatDate(released_on) })}{' '}
        {changelog_url && (
          <>
            <T
              text="Read <link>what changed</link>."
              values={{
                link: (content) => (
                  <a href={changelog_url} target="_blank" rel="noreferrer">
                    {content}
                  </a>
                ),
              }}
            />{' '}
          </>
        )}
        {is_security_update && <>{t('Update as soon as you can.')} </>}
        {t('The installation guide explains the upgrade.')}
      </p>
    </Alert>
  )
}

function Queues({ operation: { queues } }: { operation: Operation }) {
  const waitingQueues = queues.filter(({ seconds }) => seconds >= 60)
  return (
    <Panel title={t('Waiting jobs')}>
      {waitingQueues.length === 0 ? (
        <p className={styles.meta}>{t('No job has been waiting for more than a minute.')}</p>
      ) : (
        <ul className={classNames(styles.people, styles.jobs)}>
          {waitingQueues.map(({ queue, seconds }) => (
            <li key={queue}>
              <b>{nameOf(queue)}</b>
              <span className={styles.meta}>
                {t('The oldest has been due for {duration}', { duration: durationOf(seconds) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
