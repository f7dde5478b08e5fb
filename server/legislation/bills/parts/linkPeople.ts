import { findRepresentative, loadRoster, type Roster } from '#server/legislation/roster/findRepresentative.ts'
import { findSponsors, type NamedSponsor } from '#server/legislation/roster/findSponsors.ts'
import { bodyNamed, legislatureOf } from '#server/legislation/roster/organizations.ts'
import type { Db, Pool, Transaction } from '#server/platform/postgres/db.ts'
import { originChamber } from '#server/sources/bills/originChamber.ts'
import { jurisdictionOf } from '#server/sources/jurisdictions.ts'
import { sessionStart } from '#server/sources/sessions/sessionKey.ts'

type Amendment = {
  sponsor_name: string | null
  source_person_id: string | null
  chamber: string | null
  offered_on: string | null
}

/** A bill with the people in its record. */
export type BillPeople = {
  source_id: string
  origin: string
  introduced_on: string
  sponsorships: readonly NamedSponsor[]
  amendments: readonly Amendment[]
}

/** The representative of each sponsor of a bill and of each of its amendments, in the order of the lists. */
export type FoundPeople = { sponsors: (string | null)[]; amendments: (string | null)[] }

/** Finds the representatives who sponsor bills and amendments. The rosters are read once for all bills. */
export async function findBillPeople(db: Db, bills: readonly BillPeople[]): Promise<FoundPeople[]> {
  const people = bills.flatMap(({ sponsorships, amendments }) => [...sponsorships, ...amendments])
  const ids = new Set(people.flatMap(({ source_person_id }) => source_person_id ?? []))
  const { ids: known } = await loadRoster(db, [], [...ids])
  const needsNames = bills.filter(({ sponsorships, amendments }) =>
    [...sponsorships, ...amendments].some((person) => !isKnown(person, known)),
  )
  const stated = needsNames.flatMap(({ sponsorships }) =>
    sponsorships.map(({ organization }) => organization),
  )
  const organizations = [
    ...needsNames.map(({ origin }) => legislatureOf(origin)),
    ...stated.filter((organization) => organization !== null),
  ]
  const roster = await loadRoster(db, organizations, [...ids])
  return bills.map((bill) => findPeople(roster, bill))
}

function isKnown(
  { source_person_id }: { source_person_id: string | null },
  ids: ReadonlySet<string>,
): boolean {
  return source_person_id !== null && ids.has(source_person_id.replace(/^bioguide:/, ''))
}

function findPeople(roster: Roster, bill: BillPeople): FoundPeople {
  return {
    sponsors: findSponsors(roster, { ...bill, introduced_on: firstDayInSession(bill) }, bill.sponsorships),
    amendments: bill.amendments.map(({ sponsor_name, source_person_id, chamber, offered_on }) =>
      findRepresentative(roster, bodyNamed(bill.source_id, chamber), offered_on ?? bill.introduced_on, {
        name: sponsor_name ?? '',
        sourcePersonId: source_person_id,
      }),
    ),
  }
}

/** Members file bills before the session begins, some of them before their first term does. */
function firstDayInSession({ source_id, introduced_on }: BillPeople): string {
  const [place = '', session = ''] = source_id.split('/')
  const start = sessionStart(place, session) ?? ''
  return start > introduced_on ? start : introduced_on
}

/** The number of bills whose people one transaction finds again. */
const billsPerBatch = 500

/**
 * Links the sponsors of the bills of these organizations again after a roster was imported. A new member may be a sponsor who was
 * not linked before, and a second member of the same name makes a link uncertain.
 *
 * @returns the number of sponsors of bills and amendments who are linked now and were not before
 */
export async function relinkBillPeople(db: Pool, organizations: readonly string[]): Promise<number> {
  const jurisdictions = new Set(organizations.flatMap((organization) => jurisdictionOf(organization) ?? []))
  let linkCount = 0
  for (const jurisdiction of jurisdictions) {
    let start: ScanPosition | undefined = { created_at: 'infinity', bill_id: lastId }
    while (start) {
      const before: ScanPosition = start
      // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before it ended
      const batch = await db.begin((transaction) => relinkNext(transaction, jurisdiction, before))
      linkCount += batch.linked
      start = batch.last
    }
  }
  return linkCount
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
type ScanPosition = { created_at: string; bill_id: string }
type WithPerson<Row> = Row & { rep_id: string | null }
type StoredPeople = ScanPosition & {
  source_id: string
  bill_code: string
  introduced_on: string
  sponsorships: WithPerson<NamedSponsor & { position: number }>[]
  amendments: WithPerson<Amendment & { amendment_id: string }>[]
}

async function relinkNext(
  db: Transaction,
  jurisdiction: string,
  before: ScanPosition,
): Promise<{ linked: number; last: ScanPosition | undefined }> {
  // An import of bills that has read the old roster commits first so that its bills are among those that are read here.
  await db`select pg_advisory_xact_lock(hashtext('import bills'))`
  const storedBills = await selectPeople(db, jurisdiction, before)
  const bills = storedBills.filter((bill) => [...bill.sponsorships, ...bill.amendments].some(isLinkedByName))
  const peopleByBill = await findBillPeople(
    db,
    bills.map((bill) => ({ ...bill, origin: originChamber({ ...bill, jurisdiction }) })),
  )
  const changes = bills.flatMap(({ bill_id, sponsorships, amendments }, index) => {
    const people = peopleByBill[index]
    return [
      ...sponsorships.map(({ position, rep_id }, at) => ({
        bill_id,
        position,
        amendment_id: null,
        rep_id: people?.sponsors[at] ?? null,
        previous: rep_id,
      })),
      ...amendments.map(({ amendment_id, rep_id }, at) => ({
        bill_id,
        position: null,
        amendment_id,
        rep_id: people?.amendments[at] ?? null,
        previous: rep_id,
      })),
    ].filter((row) => row.rep_id !== row.previous)
  })
  await saveLinks(db, changes)
  return { linked: changes.filter((row) => row.previous === null).length, last: storedBills.at(-1) }
}

/** Returns true if the source's id does not decide the link of a person, so another roster can change it. */
function isLinkedByName({
  rep_id,
  source_person_id,
}: {
  rep_id: string | null
  source_person_id: string | null
}): boolean {
  return rep_id === null || source_person_id?.replace(/^bioguide:/, '') !== rep_id
}

function selectPeople(db: Db, jurisdiction: string, before: ScanPosition): Promise<StoredPeople[]> {
  return db<StoredPeople[]>`
    select b.bill_id, b.created_at::text, b.source_id, b.bill_code, (b.created_at at time zone 'utc')::date::text as introduced_on,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'position', s.position, 'name', s.name, 'entity_type', s.entity_type, 'party', s.party,
                      'district', s.district, 'organization', s.organization, 'source_person_id', s.source_person_id,
                      'sponsored_on', s.sponsored_on, 'classification', s.classification, 'rep_id', s.rep_id)
                      order by s.position)
               from bill_sponsorships s where s.bill_id = b.bill_id), '[]'::jsonb) as sponsorships,
           coalesce((
             select jsonb_agg(jsonb_build_object(
                      'amendment_id', a.amendment_id, 'sponsor_name', a.sponsor_name, 'source_person_id', a.source_person_id,
                      'chamber', a.chamber, 'offered_on', a.offered_on, 'rep_id', a.rep_id))
               from bill_amendments a where a.bill_id = b.bill_id), '[]'::jsonb) as amendments
      from bills b
     where b.jurisdiction = ${jurisdiction}
       and (b.created_at, b.bill_id) < (${before.created_at}::timestamptz, ${before.bill_id}::uuid)
     order by b.created_at desc, b.bill_id desc limit ${billsPerBatch}`
}

type LinkChange = {
  bill_id: string
  position: number | null
  amendment_id: string | null
  rep_id: string | null
}

async function saveLinks(db: Transaction, changes: readonly LinkChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = db`jsonb_to_recordset(${db.json([...changes])})
    as r(bill_id uuid, position smallint, amendment_id text, rep_id text)`
  await db`
    update bill_sponsorships s set rep_id = r.rep_id from ${rows}
     where s.bill_id = r.bill_id and s.position = r.position`
  await db`update bill_amendments a set rep_id = r.rep_id from ${rows} where a.amendment_id = r.amendment_id`
}
