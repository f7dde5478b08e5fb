import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { realRecords } from '#server/testing/realRecords.ts'
import { committeeRecords } from './committees/committeeFiles.ts'
import { eventRecords } from './events/eventFiles.ts'
import { billRecords, sourceFiles, type SourceFile } from './files.ts'
import { peopleFilePattern, peopleRecords } from './people/peopleFiles.ts'
import { sessionRecords } from './sessions/sessionFiles.ts'
import { voteFilePattern, voteRecords } from './votes/voteFiles.ts'

const folder = realRecords()

type Read = (
  files: readonly SourceFile[],
  format: null,
) => AsyncIterable<{ file: string; record: string } & ({ imported: unknown } | { reason: string })>

const byNumber = 'The file lists voters by number only. Import the JSON record of this roll call.'

/** Counts the records of a folder that are read, and for each reason those that are refused. */
async function readAll(read: Read, paths: readonly string[], pattern?: RegExp) {
  const files = await sourceFiles(
    paths.map((path) => `${folder}/${path}`),
    pattern,
  )
  const result = { files: files.length, read: 0, refused: new Map<string, number>() }
  for await (const reading of read(files, null)) {
    if ('imported' in reading) result.read += 1
    else result.refused.set(reading.reason, (result.refused.get(reading.reason) ?? 0) + 1)
  }
  return { ...result, refused: Object.fromEntries(result.refused) }
}

describe.skipIf(!existsSync(`${folder}/votes`))('every file of the records (skipped without them)', () => {
  test('each record of the real folders is read or refused with a reason', async () => {
    expect(await readAll(billRecords, ['votes/state/bills.jsonl.gz', 'anatomy'])).toEqual({
      files: 4,
      read: 128,
      refused: {},
    })
    expect(await readAll(sessionRecords, ['sessions'])).toEqual({ files: 1, read: 1051, refused: {} })
    expect(await readAll(committeeRecords, ['committees'])).toEqual({ files: 1, read: 496, refused: {} })
    expect(await readAll(eventRecords, ['events'])).toEqual({ files: 1, read: 31, refused: {} })
    expect(await readAll(peopleRecords, ['representation'], peopleFilePattern)).toEqual({
      files: 2,
      read: 100,
      refused: {},
    })
  })

  test('each roll call is read, except for files that name no voter', async () => {
    const paths = ['federal', 'local', 'legiscan_mi_2025-2026', 'state/vote_events.jsonl.gz']
    expect(
      await readAll(
        voteRecords,
        paths.map((path) => `votes/${path}`),
        voteFilePattern,
      ),
    ).toEqual({
      files: 37,
      read: 391,
      refused: { [byNumber]: 7 },
    })
  })

  test('each version of a federal bill is read, with the bills that its metadata describes', async () => {
    expect(await readAll(billRecords, ['versions'])).toEqual({ files: 140, read: 140, refused: {} })
  })
})
