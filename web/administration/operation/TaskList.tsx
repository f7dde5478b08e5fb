import type { Task } from '#contract/administration/administration.ts'
import { t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { durationOf, isLate, nameOf } from './labels.ts'
import { Panel } from './Panel.tsx'

export function TaskList({ tasks }: { tasks: Task[] }) {
  return (
    <Panel title={t('Recurring tasks')}>
      {tasks.length === 0 ? (
        <p className={styles.meta}>{t('No task has run yet.')}</p>
      ) : (
        <ul className={classNames(styles.people, styles.jobs)}>
          {tasks.map((task) => (
            <li key={task.name}>
              <b>{nameOf(task.name)}</b>
              {task.last_error === null ? (
                isLate(task) && <Badge tone="neutral">{t('[task]Late')}</Badge>
              ) : (
                <Badge tone="rejected">{t('[task]Failed')}</Badge>
              )}
              {task.last_error !== null && <span className={styles.note}>{task.last_error}</span>}
              <span className={styles.meta}>
                {t('Every {duration}', { duration: durationOf(task.every_seconds) })} ·{' '}
                {task.finished_at === null
                  ? t('never completed')
                  : t('completed {date}', { date: formatDateTime(task.finished_at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
