import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Selects for each queue the number of seconds that its oldest due job has been waiting. 0 if no job is due. A job that
 * a worker is running does not count until its lease ends, when it is due again. Each part reads the first row of the
 * queue's own index, whatever the length of the queue. Exports that have failed for good (after five attempts) are not
 * due.
 */
export async function selectQueueAges(db: Db): Promise<{ queue: string; seconds: number }[]> {
  return db<{ queue: string; seconds: number }[]>`
    select queue, greatest(0, extract(epoch from now() - due))::float8 as seconds
      from (values
        ('emails', (select min(next_attempt_at) from emails where state = 'pending')),
        ('stance_fanouts', (select min(next_attempt_at) from stance_fanouts where next_attempt_at is not null)),
        ('update_fanouts', (select min(next_attempt_at) from update_fanouts where next_attempt_at is not null)),
        ('version_fanouts', (select min(due_at) from version_fanouts)),
        ('immediate_alerts', (select min(next_attempt_at) from immediate_alerts where next_attempt_at is not null)),
        ('push_messages', (select min(next_attempt_at) from push_messages)),
        ('digests', (select min(next_digest_at) from alert_settings where next_digest_at is not null and paused_at is null)),
        ('data_exports', (select min(next_attempt_at) from exports where archive is null and attempts < 5)),
        ('message_vote_reports', (select min(next_attempt_at) from message_vote_reports))
      ) as queues (queue, due)`
}
