import type * as z from 'zod/mini'
import type { Sponsorship } from '#contract/bills/billParts.ts'
import type * as contract from '#contract/bills/billParts.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'

type Page = { limit: number; offset: number }

/** Selects the people who represent the viewer today. */
function ownRepresentatives(db: Db, me: Member): Part {
  return db`array(
    select t.rep_id from representative_terms t
     where t.division = any ((select divisions_represented(${me.user_id}))::text[]) and covers_day(t.valid_from, t.valid_to, current_date))`
}

export async function listSponsorships(db: Db, me: Member, bill_id: string, { limit, offset }: Page) {
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

export function listActions(db: Db, bill_id: string) {
  return db<z.infer<typeof contract.listActions.output>['actions']>`
    select acted_on::text, chamber, description, classification, stage,
           is_important or vote_event_id is not null as is_important, vote_event_id
      from bill_actions where bill_id = ${bill_id} order by position`
}

export async function listAmendments(db: Db, bill_id: string, { limit, offset }: Page) {
  const [amendments, counted] = await Promise.all([
    db<z.infer<typeof contract.listAmendments.output>['amendments']>`
      select amendment_id, number, chamber, sponsor_name, rep_id, purpose, offered_on::text, latest_action,
             latest_action_on::text, outcome, vote_event_id
        from bill_amendments where bill_id = ${bill_id}
       order by offered_on desc nulls last, amendment_id limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`select count(*)::int as total from bill_amendments where bill_id = ${bill_id}`,
  ])
  return { amendments, pagination: pageOf(amendments, counted[0]?.total ?? 0, { limit, offset }) }
}

function pageOf(rows: readonly unknown[], total: number, { limit, offset }: Page) {
  return { limit, offset, total, has_more: offset + rows.length < total }
}
