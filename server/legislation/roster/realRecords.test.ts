import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importPeople, type PeopleReport } from '#server/legislation/representatives/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const records = realRecords()
const isMissing = !existsSync(`${records}/state_bills`)
// The rosters do not contain the legislature of Vermont, and only those members of Congress who are in office now.
const rosters = ['state_people/people.jsonl.gz', 'federal_legislators/legislators-current.yaml']

let app: TestServer
let people: PeopleReport
beforeAll(async () => {
  app = await startTestServer()
  if (isMissing) return
  // The bills and votes come first so that the import of the people has to make every link.
  const bills = ['state_bills', 'votes/state/bills.jsonl.gz', 'anatomy/congress119_full.jsonl.gz']
  await importBills(app.pool, billRecords(await sourceFiles(bills.map((path) => `${records}/${path}`)), null))
  const votes = await sourceFiles([`${records}/votes/state/vote_events.jsonl.gz`], voteFilePattern)
  await importVotes(app.pool, voteRecords(votes, null))
  people = await importRosters()
}, 240_000)
afterAll(() => app.close())

async function importRosters(): Promise<PeopleReport> {
  const paths = rosters.map((path) => `${records}/${path}`)
  return importPeople(app.pool, peopleRecords(await sourceFiles(paths, peopleFilePattern), null))
}

function selectLinks() {
  return app.pool`
    select (select md5(string_agg(rep_id, ',' order by bill_id, position)) from bill_sponsorships) as sponsors,
         (select md5(string_agg(rep_id, ',' order by vote_event_id, position)) from person_votes) as voters`
}

type Share = { place: string; kind: string; named: number; linked: number }

function print(rows: readonly Share[]): void {
  const lines = rows.map(({ place, kind, named, linked }) =>
    [
      place,
      kind.padEnd(22),
      String(linked).padStart(6),
      String(named).padStart(6),
      percent(linked, named),
    ].join(' '),
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

function percent(linked: number, named: number): string {
  return `${((100 * linked) / named).toFixed(1).padStart(6)} %`
}

describe.skipIf(isMissing)(
  'real bills and votes, imported before the people (skipped without the folder of records)',
  () => {
    // covers HURD-PEOPLE-04 BEY-ANATOMY-01 BEY-ANATOMY-02
    test('at least 97% of the sponsors of each state are linked, and none to another chamber', async () => {
      const rows = await app.pool<Share[]>`
      select split_part(b.source_id, '/', 1) as place,
             case when s.source_person_id is not null then 'id'
                  when s.organization is null then 'no chamber'
                  when s.name ~ '[a-z.]{1,} +[A-Z]' then 'full name and chamber'
                  else 'last name and chamber' end as kind,
             count(*)::int as named, count(s.rep_id)::int as linked
        from bill_sponsorships s join bills b using (bill_id)
       where s.entity_type = 'person' and b.source_id not like 'vt/%' group by 1, 2 order by 1, 2`
      print(rows)
      const total = { named: 0, linked: 0 }
      for (const { place, kind, named, linked } of rows) {
        expect([place, kind, linked / named]).toEqual([
          place,
          kind,
          expect.toSatisfy((share: number) => share >= 0.97),
        ])
        total.named += named
        total.linked += linked
      }
      expect(total.linked / total.named).toBeGreaterThan(0.97)
      const wrong = await app.pool`
      select b.source_id, s.name, s.rep_id from bill_sponsorships s join bills b using (bill_id)
       where s.rep_id is not null and s.organization is not null
         and not exists (select from representative_terms t where t.rep_id = s.rep_id and t.organization = s.organization)`
      expect(wrong).toEqual([])
    })

    // covers HURD-PEOPLE-04 BEY-VOTES-29
    test('at least 95% of the voters of Illinois and of the other states are linked, and none to another chamber', async () => {
      const rows = await app.pool<Share[]>`
      select split_part(organization, '/', 1) as place, 'voter' as kind, count(*)::int as named, count(rep_id)::int as linked
        from person_votes join vote_events using (vote_event_id)
       where organization not like 'vt/%' group by 1 order by 1`
      print(rows)
      for (const { place, named, linked } of rows) {
        // Wyoming's records split "Brown, L" into two voters.
        expect([place, linked / named >= (place === 'wy' ? 0.93 : 0.95)]).toEqual([place, true])
      }
      const wrong = await app.pool`
      select e.vote_key, v.voter_name, v.rep_id from person_votes v join vote_events e using (vote_event_id)
       where v.rep_id is not null
         and not exists (select from representative_terms t where t.rep_id = v.rep_id and t.organization = e.organization)`
      expect(wrong).toEqual([])
    })

    // covers HURD-PEOPLE-05
    test('the same rosters a second time change nothing', async () => {
      expect(people).toMatchObject({
        refused: 0,
        linked: expect.toSatisfy((linked: number) => linked > 3000),
      })
      const before = await selectLinks()
      expect(await importRosters()).toMatchObject({
        inserted: 0,
        updated: 0,
        linked: 0,
        linked_sponsors: 0,
      })
      expect(await selectLinks()).toEqual(before)
    })
  },
)
