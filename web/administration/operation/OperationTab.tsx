import type { Operation, Update } from '#contract/administration/administration.ts'
import { styles } from '#web/administration/styles.ts'
import { formatDate, formatDateTime } from '#web/kit/format.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { useOperation } from './actions.ts'
import { durationOf, isOldBackup, nameOf, sizeOf } from './labels.ts'
import { MailPanel } from './MailPanel.tsx'
import { Panel } from './Panel.tsx'
import { SourceList } from './SourceList.tsx'
import { TaskList } from './TaskList.tsx'

/** The tab with the state of the instance: version, database, backup, sources, email, waiting jobs and recurring tasks. */
export default function OperationTab() {
  const query = useOperation()
  if (!query.data) return <QueryView query={query} title="The state of the instance could not be loaded" />
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
    <Panel title="Instance">
      <dl className={styles.facts}>
        <div>
          <dt>Version</dt>
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
          <dt>Database</dt>
          <dd>{sizeOf(database_bytes)}</dd>
        </div>
        <div>
          <dt>Last backup</dt>
          <dd>{backup === null ? 'None recorded' : formatDateTime(backup.finished_at)}</dd>
        </div>
        {backup && (
          <div>
            <dt>Size of the backup</dt>
            <dd>
              {sizeOf(backup.bytes)}, {backup.rows.toLocaleString('en-US')} rows
            </dd>
          </div>
        )}
      </dl>
      {update && <UpdateNotice update={update} />}
      <CollationNotice outdated={outdated_collations} />
      {(backup === null || isOldBackup(backup.finished_at)) && (
        <Alert kind="warning" level={3} title={backup === null ? 'No backup' : 'The last backup is old'}>
          <p>
            Run the command <code>hurd backup</code> every night. Backups by other programs are not listed
            here.
          </p>
        </Alert>
      )}
    </Panel>
  )
}

function CollationNotice({ outdated }: { outdated: Operation['outdated_collations'] }) {
  if (outdated.length === 0) return null
  return (
    <Alert kind="warning" level={3} title="The sorting rules of the database changed">
      <ul>
        {outdated.map(({ name, stored, library }) => (
          <li key={name}>
            {`Version of ${name}: ${stored} in the database, ${library} in the library of the system.`}
          </li>
        ))}
      </ul>
      <p>
        Searches may miss rows until the indexes are rebuilt. “Collation versions” in the operating guide has
        the commands.
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
      title={is_security_update ? `Hurd ${version} fixes a security problem` : `Hurd ${version} is available`}
    >
      <p>
        It was released on {formatDate(released_on)}.{' '}
        {changelog_url && (
          <>
            Read{' '}
            <a href={changelog_url} target="_blank" rel="noreferrer">
              what changed
            </a>
            .{' '}
          </>
        )}
        {is_security_update && 'Update as soon as you can. '}
        The installation guide explains the upgrade.
      </p>
    </Alert>
  )
}

function Queues({ operation: { queues } }: { operation: Operation }) {
  const waitingQueues = queues.filter(({ seconds }) => seconds >= 60)
  return (
    <Panel title="Waiting jobs">
      {waitingQueues.length === 0 ? (
        <p className={styles.meta}>No job has been waiting for more than a minute.</p>
      ) : (
        <ul className={classNames(styles.people, styles.jobs)}>
          {waitingQueues.map(({ queue, seconds }) => (
            <li key={queue}>
              <b>{nameOf(queue)}</b>
              <span className={styles.meta}>
                The oldest has been due for {durationOf(seconds).toLowerCase()}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
