import type * as z from 'zod/mini'
import type { listActions, listAmendments, Sponsorship } from '../../../contract/billParts.ts'
import { firstSponsorships } from '../../../contract/billParts.ts'
import type { Member } from '../../http/route/route.ts'
import type { Db, Part } from '../../postgres/db.ts'

type Page = { limit: number; offset: number }

/** The people who represent the viewer today. */
function ownRepresentatives(db: Db, me: Member): Part {
  return db`array(
    select t.rep_id from member_divisions d join representative_terms t on t.division = d.division::text
     where d.user_id = ${me.user_id} and covers_day(t.valid_from, t.valid_to, current_date))`
}

/** The parts of bill `b` that depend on the viewer or on the day, as columns of a statement. */
export function viewerParts(db: Db, me: Member): Part {
  return db`
    (select coalesce(json_agg(json_build_object(
              'name', s.name, 'classification', s.classification, 'entity_type', s.entity_type, 'party', s.party,
              'district', s.district, 'rep_id', s.rep_id, 'sponsored_on', s.sponsored_on,
              'withdrawn_on', s.withdrawn_on, 'represents_you', s.represents_you)), '[]')
       from (select s.*, coalesce(s.rep_id = any(own.reps), false) as represents_you
               from bill_sponsorships s, (select ${ownRepresentatives(db, me)} as reps) own
              where s.bill_id = b.bill_id
              order by represents_you desc, s.position limit ${db.unsafe(String(firstSponsorships))}) s) as sponsorships,
    (select coalesce(json_agg(json_build_object(
              'bill_id', r.bill_id, 'bill_code', r.bill_code, 'title', r.title, 'relation_type', r.relation_type,
              'identified_by', r.identified_by, 'progress', r.progress) order by r.rank, r.bill_code), '[]')
       from (select distinct on (r.related_source_id)
                    o.bill_id, r.related_bill_code as bill_code, o.title, r.relation_type, r.identified_by,
                    case when r.relation_type in ('identical', 'companion') then p.progress end as progress,
                    array_position(array['identical', 'companion', 'replaced_by', 'replaces', 'similar', 'procedural',
                                         'reintroduces', 'related'], r.relation_type) as rank
               from (select * from related_bills where bill_id = b.bill_id
                      order by relation_type not in ('identical', 'companion'), related_source_id limit 20) r
               left join bills o on o.source_id = r.related_source_id
               left join bill_parts p on p.bill_id = o.bill_id
              order by r.related_source_id, rank) r) as related_bills,
    (select json_build_object(
              'event_id', e.event_id, 'starts_on', e.starts_on, 'starts_at', iso_time(e.starts_at),
              'time_zone', e.time_zone, 'name', e.name, 'location', e.location, 'url', e.url,
              'names_bill', e.names_bill)
       from ((select e.*, true as names_bill from event_bills eb join events e using (event_id)
               where eb.bill_id = b.bill_id and e.starts_on >= current_date - 1 and is_upcoming(e)
               order by e.starts_on, e.starts_at limit 1)
             union all
             (select e.*, false as names_bill
                from (select committee_id from bill_committees
                       where bill_id = b.bill_id and committee_id is not null order by position desc limit 1) c
                join events e using (committee_id)
               where b.status not in ('passed', 'rejected') and e.starts_on >= current_date - 1 and is_upcoming(e)
               order by e.starts_on, e.starts_at limit 1)) e
      order by e.names_bill desc limit 1) as next_event`
}

export async function selectSponsorships(db: Db, me: Member, bill_id: string, { limit, offset }: Page) {
  const [sponsorships, counted] = await Promise.all([
    db<z.infer<typeof Sponsorship>[]>`
      select s.name, s.classification, s.entity_type, s.party, s.district, s.rep_id, s.sponsored_on::text,
             s.withdrawn_on::text, coalesce(s.rep_id = any(own.reps), false) as represents_you
        from bill_sponsorships s, (select ${ownRepresentatives(db, me)} as reps) own
       where s.bill_id = ${bill_id}
       order by represents_you desc, s.position limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*)::int as total from bill_sponsorships where bill_id = ${bill_id}`,
  ])
  return { sponsorships, pagination: pageOf(sponsorships, counted[0]?.total ?? 0, { limit, offset }) }
}

export function selectActions(db: Db, bill_id: string) {
  return db<z.infer<typeof listActions.output>['actions']>`
    select acted_on::text, chamber, description, classification, stage, is_important, vote_event_id
      from bill_actions where bill_id = ${bill_id} order by position`
}

export async function selectAmendments(db: Db, bill_id: string, { limit, offset }: Page) {
  const [amendments, counted] = await Promise.all([
    db<z.infer<typeof listAmendments.output>['amendments']>`
      select amendment_id, number, chamber, sponsor_name, rep_id, purpose, offered_on::text, latest_action,
             latest_action_on::text, outcome
        from bill_amendments where bill_id = ${bill_id}
       order by offered_on desc, amendment_id limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*)::int as total from bill_amendments where bill_id = ${bill_id}`,
  ])
  return { amendments, pagination: pageOf(amendments, counted[0]?.total ?? 0, { limit, offset }) }
}

function pageOf(rows: readonly unknown[], total: number, { limit, offset }: Page) {
  return { limit, offset, total, has_more: offset + rows.length < total }
}
