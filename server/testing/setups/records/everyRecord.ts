import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importEvents } from '#server/legislation/hearings/import.ts'
import { importAliases } from '#server/legislation/representatives/aliases.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { importVacancies } from '#server/legislation/representatives/terms/importVacancies.ts'
import { closeSessions } from '#server/legislation/sessions/closeSessions.ts'
import { importSessions } from '#server/legislation/sessions/importSessions.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { ImportedMember } from '#server/sources/committees/importedCommittee.ts'
import type { ImportedAmendment } from '#server/sources/parts/importedParts.ts'
import { readHurdVote } from '#server/sources/votes/hurdVotes.ts'
import { hearing } from './events.ts'
import { dayFromNow, importedBill, importRecords } from './importedBills.ts'
import { readings } from './readings.ts'

const source = { source_name: 'Congress.gov', source_checked_at: null }
const amendment: ImportedAmendment = {
  amendment_id: 'us/119/hamdt/9901',
  amends_amendment_id: 'us/119/hamdt/9900',
  number: 'H.Amdt. 9901',
  chamber: 'House',
  sponsor_name: 'Rep. Ash, Ada [D-OR-3]',
  source_person_id: 'bioguide:A009901',
  purpose: 'To change the color of the lantern.',
  offered_on: '2026-02-02',
  latest_action: 'On agreeing to the amendment agreed to.',
  latest_action_on: '2026-02-02',
  outcome: 'agreed',
}

/** Imports invented records of each kind, with every field that a record can have. */
export async function importEveryField(db: Pool): Promise<void> {
  await importPeopleOfRecords(db)
  await importCommitteesTwice(db)
  await importBillWithParts(db)
  await importVotesOfRecords(db)
  await importHearings(db)
  await importEndedSession(db)
}

async function importPeopleOfRecords(db: Pool): Promise<void> {
  const division = 'ocd-division/country:us/state:or/cd:3'
  const term = {
    organization: 'us/house',
    title: 'U.S. Representative',
    government_level: 'federal' as const,
    division,
    district: 'Oregon district 3',
    party: 'Democratic',
    office_phone: '202-555-0101',
    email: 'ada@example.org',
    contact_form_url: 'https://example.org/contact',
    valid_from: '2025-01-03',
    valid_to: '2027-01-03',
  }
  const person = { rep_id: 'A009901', rep_name: 'Ada Ash', photo_url: 'https://example.org/ada.jpg' }
  await importPeople(db, readings([{ ...person, ...source, terms: [term] }]))
  const alias =
    'organization,name,person,from,to\nus/house,The Lantern Keeper,A009901,2025-01-03,2026-01-03\n'
  await importAliases(db, 'aliases.csv', alias)
  const vacancy = {
    organization: 'us/house',
    division: 'ocd-division/country:us/state:or/cd:4',
    since: '2026-01-05',
    special_election_on: '2026-12-08',
    note: 'The member resigned.',
    source_url: 'https://example.org/vacancy',
  }
  await importVacancies(db, 'vacancies.json', JSON.stringify([vacancy]))
}

const member = (name: string): ImportedMember => ({ name, role: 'member', source_person_id: null })

/** The second record names another member, so the days on which both changes were noticed are known. */
async function importCommitteesTwice(db: Pool): Promise<void> {
  const committee = {
    committee_id: 'us/hsxx00',
    organization: 'us/house',
    name: 'Lanterns Committee',
    other_names: [],
    parent_id: null,
    url: 'https://example.org/lanterns',
    ...source,
  }
  const subcommittee = {
    ...committee,
    committee_id: 'us/hsxx01',
    name: 'Wicks Subcommittee',
    parent_id: 'us/hsxx00',
  }
  const lists = [[member('Ada Ash')], [member('Bo Birch')]]
  for (const members of lists) {
    // oxlint-disable-next-line no-await-in-loop -- the second record replaces the first
    await importCommittees(db, readings([{ ...committee, members }, subcommittee]))
  }
}

async function importBillWithParts(db: Pool): Promise<void> {
  const bill = importedBill(9901, {
    parts: {
      sponsorships: [
        {
          name: 'Rep. Ash, Ada [D-OR-3]',
          classification: 'cosponsor',
          entity_type: 'person',
          party: 'D',
          district: 'OR-3',
          organization: 'us/house',
          source_person_id: 'bioguide:A009901',
          sponsored_on: '2026-01-05',
          withdrawn_on: '2026-01-20',
          is_original: true,
        },
      ],
      actions: [
        {
          acted_on: '2026-02-03',
          chamber: 'House',
          description: 'Passed the House by recorded vote.',
          classification: 'passed',
          roll_number: 991,
        },
      ],
      committees: [
        {
          committee_id: 'us/hsxx01',
          name: 'Wicks Subcommittee',
          chamber: 'House',
          parent_name: 'Lanterns Committee',
          activity: 'hearing',
          occurred_on: '2026-01-12',
        },
      ],
      amendments: [
        {
          ...amendment,
          amendment_id: 'us/119/hamdt/9900',
          amends_amendment_id: null,
          number: 'H.Amdt. 9900',
        },
        amendment,
      ],
    },
    versions: [
      {
        code: 'ih',
        label: 'Introduced in House',
        printed_on: '2026-01-05',
        source_document_id: 'document 9901',
        source_url: 'https://example.org/9901',
        text: null,
      },
    ],
  })
  await importRecords(db, [bill])
  // A later record of the bill shows that it moved.
  await importRecords(db, [{ ...bill, status: 'engrossed', source_updated_at: '2026-02-04T00:00:00.000Z' }])
}

const vote = (number: number) => ({
  ...readHurdVote({
    vote_key: `us/119/h/${number}/2026`,
    source_name: 'House Clerk',
    organization: 'us/house',
    session: '119',
    bill: 'us/119/hr/9901',
    number,
    date: '2026-02-02',
    motion: 'On agreeing to the amendment',
    result: 'Agreed to',
    votes: { yes: ['A009901|Ash|D|OR|3|Aye'], no: ['|Birch|R|OR|4|No'] },
    vice_president_vote: 'yes',
  }),
  source_updated_at: '2026-02-03T00:00:00.000Z',
})

async function importVotesOfRecords(db: Pool): Promise<void> {
  await importVotes(
    db,
    readings([
      { ...vote(990), amendment_id: amendment.amendment_id },
      { ...vote(989), committee_name: 'Lanterns Committee' },
    ]),
  )
}

async function importHearings(db: Pool): Promise<void> {
  const bills = ['us/119/hr/9901', 'us/119/hr/9999'].map((id) => ({
    source_ids: [id],
    agenda_item: 'Item 1',
  }))
  const day = (starts_on: string) => ({ starts_at: null, starts_on, bills })
  const events = [
    hearing('us/9901', {
      starts_at: '2026-02-01T15:00:00.000Z',
      ends_at: '2026-02-01T16:00:00.000Z',
      url: 'https://example.org/hearing',
      bills,
    }),
    hearing('us/9902', { ...day(dayFromNow(2)), ends_on: dayFromNow(3), status: 'deferred' }),
    hearing('us/9903', day(dayFromNow(9))),
  ]
  await importEvents(db, readings(events))
}

/** The session is over, so the daily job ends its bill. */
async function importEndedSession(db: Pool): Promise<void> {
  const session = {
    place: 'mi',
    identifier: '2023-2024',
    name: '2023-2024 Regular Session',
    classification: 'regular' as const,
    start_date: '2023-01-11',
    end_date: '2024-12-31',
    active_at_source: false,
    source_name: 'Test',
    source_checked_at: '2026-08-20T00:00:00.000Z',
  }
  await importSessions(db, readings([session]))
  const bill = importedBill(9902, {
    source_name: 'Open States',
    source_id: 'mi/2023-2024/hb9902',
    bill_code: 'HB 9902',
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:mi',
    created_at: '2023-02-01T00:00:00.000Z',
    actions: [{ date: '2023-02-01', text: 'Introduced', chamber: 'House' }],
  })
  await importBills(db, readings([bill]))
  await closeSessions(db)
}
