import type { TestServer } from '#server/testing/testServer.ts'

/** Adds records of every kind that the public API shows of a bill, and a session of Congress. */
export async function addPublicRecords({ pool }: TestServer, bill_id: string): Promise<void> {
  await pool`
    insert into bill_sponsorships (bill_id, position, name, classification, party, sponsored_on)
    values (${bill_id}, 1, 'Pat Sponsor', 'primary', 'Democratic', '2026-01-05')`
  await pool`
    insert into bill_actions (bill_id, position, acted_on, description, classification, stage, is_important)
    values (${bill_id}, 1, '2026-01-05', 'Introduced in House', 'introduced', 'introduced', true)`
  await pool`
    insert into bill_committees (bill_id, position, name, activity, occurred_on)
    values (${bill_id}, 1, 'Committee on Birds', 'referred', '2026-01-06')`
  await pool`
    insert into related_bills (bill_id, related_source_id, related_bill_code, relation_type, identified_by)
    values (${bill_id}, 'us/119/s/1', 'S. 1', 'companion', 'CRS')`
  await pool`insert into bill_subjects (bill_id, subject) values (${bill_id}, 'Birds')`
  await pool`
    insert into bill_updates (bill_id, update_type, update_key, occurred_on, summary, source_name, is_alertable)
    select ${bill_id}, 'status', 'status:' || n, '2026-01-05', 'Passed one chamber.', 'Test records', true
      from generate_series(1, 3) n`
  await pool`
    insert into legislative_sessions (jurisdiction, identifier, name, classification, start_date, end_date,
      last_day_for_bills, last_day_rule, carry_over, is_confirmed, source_name, source_checked_at, keys)
    values ('ocd-division/country:us', '200', '200th Congress', 'regular', '2187-01-03', null, null, 'unknown', 'yes', true,
            'Congress.gov', now(), '{200}')`
  await pool`
    insert into committee_memberships (committee_id, name, role, valid_from)
    values ('us/hsju00', 'Pat Sponsor', 'chair', '2025-01-03')`
  await pool`
    insert into events (event_id, organization, committee_id, jurisdiction, name, starts_at, starts_on, time_zone, location,
                        url, source_name)
    values ('us/119/house/1', 'us/house', 'us/hsju00', 'ocd-division/country:us', 'Hearing on birds', '2026-02-03T15:00Z',
            '2026-02-03', 'America/New_York', 'Room 5', 'https://www.congress.gov/event/1', 'Congress.gov')`
  await pool`
    insert into event_bills (event_id, bill_id, agenda_item) values ('us/119/house/1', ${bill_id}, 'Markup')`
  await pool`
    insert into stance_aggregates (bill_id, division, support, oppose, total, is_withheld, released_on)
    values (${bill_id}, 'ocd-division/country:us', 20, 10, 30, false, '2026-01-05')`
}

/** Returns one request of each kind, with the ids of these records. */
export function publicPaths({
  bill_id,
  vote_event_id,
}: {
  bill_id: string
  vote_event_id: string
}): string[] {
  return [
    '/bills',
    `/bills/${bill_id}`,
    `/bills/${bill_id}/versions`,
    `/bills/${bill_id}/versions/1/text`,
    `/bills/${bill_id}/compare?from=1&to=2`,
    '/vote-events',
    `/vote-events?bill_id=${bill_id}`,
    `/vote-events/${vote_event_id}`,
    '/representatives',
    '/representatives?division=ocd-division/country:us/state:il',
    '/representatives/IL-1',
    '/jurisdictions',
    '/committees',
    '/committees?organization=us/house',
    '/committees/us%2Fhsju00',
    '/events',
    '/events?jurisdiction=ocd-division/country:us&from=2026-01-01',
    '/sessions',
    '/updates',
    '/aggregates',
    `/aggregates?bill_id=${bill_id}`,
  ].map((path) => `/api/public/v1${path}`)
}
