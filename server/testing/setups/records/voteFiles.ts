import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { voteRecords } from '#server/sources/votes/voteFiles.ts'
import type { VoteFormat } from '#server/sources/votes/voteFormats.ts'
import type { TestServer } from '#server/testing/testServer.ts'

export type VoteFiles = Awaited<ReturnType<typeof openVoteFiles>>

/** Opens a folder whose files are imported as soon as they are written. */
export async function openVoteFiles({ pool }: TestServer) {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-votes-'))

  async function write(name: string, text: string) {
    const file = join(folder, name)
    await writeFile(file, text)
    return sourceFiles([file])
  }

  async function importText(name: string, text: string, format: VoteFormat | null = null) {
    return importVotes(pool, voteRecords(await write(name, text), format))
  }

  return {
    folder,
    importText,
    importLines: (records: readonly Record<string, unknown>[], format: VoteFormat | null = null) =>
      importText('votes.jsonl', records.map((record) => JSON.stringify(record)).join('\n'), format),
    importBillText: async (name: string, text: string) =>
      importBills(pool, billRecords(await write(name, text), null)),
    keysLike: async (pattern: string): Promise<string[]> => {
      const rows = await pool<{ vote_key: string }[]>`
        select vote_key from vote_events where vote_key like ${pattern} order by vote_key`
      return rows.map(({ vote_key }) => vote_key)
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
