import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCommittee } from '#contract/hearings.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { committeeRecords } from '#server/sources/committees/committeeFiles.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importCommittees } from './import.ts'

const records = realRecords()
const isMissing = !existsSync(`${records}/committees`)

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  if (isMissing) return
  const rosters = ['state_people/people.jsonl.gz', 'federal_legislators/legislators-current.yaml']
  const files = await sourceFiles(
    rosters.map((path) => `${records}/${path}`),
    peopleFilePattern,
  )
  await importPeople(app.pool, peopleRecords(files, null))
}, 120_000)
afterAll(() => app.close())

async function importFiles(...names: string[]) {
  const files = await sourceFiles(names.map((name) => `${records}/${name}`))
  return importCommittees(app.pool, committeeRecords(files, null))
}

// covers BEY-ANATOMY-06
test.skipIf(isMissing)(
  'every committee of nine states is imported, and nearly all members are linked',
  async () => {
    const report = await importFiles('committees/committees.jsonl.gz')
    // Five committees of Ohio and California are in the file twice, under two ids.
    expect(report).toMatchObject({ inserted: 491, unchanged: 5, refused: 0 })
    // The imported rosters do not contain the members from Vermont, so these are not linked.
    const [row] = await app.pool<{ share: number }[]>`
    select count(rep_id)::float8 / count(*) as share from committee_memberships join committees using (committee_id)
     where organization not like 'vt/%'`
    expect(row!.share).toBeGreaterThan(0.99)
    const [michigan] = await app.pool<{ committee_id: string }[]>`
    select committee_id from committees join committee_memberships using (committee_id)
     where organization = 'mi/lower' and role = 'chair' order by committees.name limit 1`
    const { memberships } = await app.visitor.call(getCommittee, { id: michigan!.committee_id })
    expect(memberships[0]).toMatchObject({ role: 'chair', rep_id: expect.stringMatching(/^ocd-person/) })
    expect(await importFiles('committees/committees.jsonl.gz')).toMatchObject({ updated: 0, unchanged: 496 })
  },
  120_000,
)

test.skipIf(isMissing)(
  'every committee of Congress is imported with its members',
  async () => {
    const folder = 'federal_legislators'
    const report = await importFiles(
      `${folder}/committees-current.yaml`,
      `${folder}/committee-membership-current.yaml`,
    )
    // The file has 49 committees and 181 subcommittees. Two of the 230 lists of members are empty.
    expect(report).toMatchObject({ inserted: 230, updated: 228, unchanged: 2, refused: 0 })
    expect(report.linked / (report.linked + report.unlinked)).toBeGreaterThan(0.99)
  },
  120_000,
)
