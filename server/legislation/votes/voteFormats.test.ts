import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceFiles } from '#server/sources/files.ts'
import { voteFilePattern, voteRecords } from '#server/sources/votes/voteFiles.ts'
import type { VoteFormat } from '#server/sources/votes/voteFormats.ts'
import { openVoteFiles, type VoteFiles } from '#server/testing/setups/records/voteFiles.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { importVotes } from './import.ts'

let app: TestServer
let files: VoteFiles
beforeAll(async () => {
  app = await startTestServer()
  files = await openVoteFiles(app)
})
afterAll(async () => {
  await app.close()
  await files.remove()
})

describe('a named format', () => {
  const legiscan = join('legiscan_mi_2025-2026', '')
  const tables: Readonly<Record<string, string>> = {
    'bills.csv':
      'bill_id,session_id,bill_number,status,title,url,state_link\n801,1,HB8801,1,Lanterns,https://legiscan.com/MI/bill/HB8801/2025,https://example.org/1\n',
    'people.csv': 'people_id,name,party,role,district\n11,Ada Ash,D,Rep,HD-001\n',
    'rollcalls.csv':
      'bill_id,roll_call_id,date,chamber,description,yea,nay,nv,absent,total\n801,7001,2025-03-04,H,Third reading,1,0,0,0,1\n801,,2025-03-05,H,Third reading,1,0,0,0,1\n',
    'votes.csv': 'roll_call_id,people_id,vote,vote_desc\n7001,11,1,Yea\n',
    'history.csv':
      'bill_id,date,chamber,sequence,action\n801,2025-02-01,H,1,introduced\n801,2025-02-02,H,2,Referred to Committee\n',
    'sponsors.csv': 'bill_id,people_id,position\n801,11,1\n',
    'documents.csv':
      'bill_id,document_id,document_type,document_desc,url\n801,1,Text,Introduced,https://example.org/2\n',
  }

  // covers HURD-IDENTITY-05 BEY-VOTES-07 BEY-VOTES-08
  test('a LegiScan data set with all its tables is read the same with and without its format', async () => {
    await mkdir(join(files.folder, legiscan), { recursive: true })
    for (const [name, text] of Object.entries(tables)) {
      // oxlint-disable-next-line no-await-in-loop -- a few small files
      await writeFile(join(files.folder, legiscan, name), text)
    }
    const run = async (format: VoteFormat | null) =>
      importVotes(
        app.pool,
        voteRecords(await sourceFiles([join(files.folder, legiscan)], voteFilePattern), format),
      )
    const first = await run('legiscan')
    expect(first).toMatchObject({ inserted: 1, updated: 0, unchanged: 0, refused: 1 })
    expect(first.refusals[0]).toMatchObject({ reason: 'The record has no roll call id.' })
    for (const format of ['legiscan', null] as const) {
      // oxlint-disable-next-line no-await-in-loop -- each import sees what the earlier ones stored
      expect(await run(format)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, refused: 1 })
    }
  })

  // covers HURD-IDENTITY-05
  test('a record of another format is refused', async () => {
    const record = {
      vote_key: 'k',
      organization: 'mi/lower',
      session: '2025-2026',
      date: '2025-03-04',
      motion: 'x',
    }
    const report = await files.importLines([record], 'openstates')
    expect(report.refusals.map(({ reason }) => reason)).toEqual([
      'The record is not in the openstates format.',
    ])
    const xml = '<rollcall-vote><vote-metadata><congress>119</congress></vote-metadata></rollcall-vote>'
    expect((await files.importText('roll.xml', xml, 'lis')).refusals.map(({ reason }) => reason)).toEqual([
      'The record is not in the lis format.',
    ])
  })
})
