import type { Db, Part } from '#server/platform/postgres/db.ts'

/**
 * Returns the events of the message `c` as a JSON list of `MessageEvent`, oldest first. The query must contain
 * `messages` as `c`.
 */
export function timelineOf(db: Db): Part {
  return db`
    (select coalesce(json_agg(json_build_object(
              'event_type', e.event_type, 'actor', e.actor, 'occurred_on', e.occurred_on,
              'reply_type', e.reply_type, 'note', e.note,
              'vote', case when e.vote_event_id is not null then json_build_object(
                'vote_event_id', e.vote_event_id, 'rep_name', voter.rep_name, 'is_successor', e.rep_id <> c.rep_id,
                'option', p.option, 'motion_text', v.motion_text) end)
              order by e.occurred_on, e.created_at, e.message_event_id), '[]')
       from message_events e
       left join vote_events v on v.vote_event_id = e.vote_event_id
       left join person_votes p on p.vote_event_id = e.vote_event_id and p.rep_id = e.rep_id
       left join representatives voter on voter.rep_id = e.rep_id
      where e.message_id = c.message_id)`
}
