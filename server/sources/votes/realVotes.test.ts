import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VoteOption } from '#contract/votes/votes.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import type { ImportedVote } from './importedVote.ts'
import { voteFilePattern, voteRecords } from './voteFiles.ts'

async function readAll(path: string) {
  const votes: ImportedVote[] = []
  for await (const reading of voteRecords(await sourceFiles([path], voteFilePattern), null)) {
    if ('imported' in reading) votes.push(reading.imported)
  }
  return votes
}

/**
 * Returns the yes and no counts that the motion states, as in "Yeas = 13, Nays = 17", "YEAS 36 NAYS 0" or "Passed
 * 49-12-1-0-0".
 */
function statedIn(motion: string): { yes: number; no: number } | null {
  const [, yes, no] =
    /yeas\s*=?\s*(\d+),?\s*nays\s*=?\s*(\d+)/i.exec(motion) ?? /(\d+)-(\d+)(?:-\d+){3}$/.exec(motion) ?? []
  return yes === undefined ? null : { yes: Number(yes), no: Number(no) }
}

const listed = ({ voters }: ImportedVote, option: VoteOption) =>
  voters.filter((voter) => voter.option === option).length

const sets = [
  {
    name: 'the sample',
    path: join(import.meta.dirname, '../../testing/fixtures/rollCalls.jsonl'),
    least: 6,
    hasVoters: false,
  },
  { name: 'all records', path: realRecords('votes'), least: 31, hasVoters: true },
]

describe.each(sets)('$name of votes (skipped if it is absent)', ({ path, least, hasVoters }) => {
  // covers BEY-VOTES-08
  test.skipIf(!existsSync(path))(
    'the tally equals the words of the source, and a roll call that differs from it counts as incomplete',
    async () => {
      const votes = await readAll(path)
      const stated = votes.flatMap((vote) => {
        const words = statedIn(vote.motion_text)
        return words ? [{ vote, words }] : []
      })
      expect(stated.length).toBeGreaterThanOrEqual(least)
      for (const { vote, words } of stated) {
        const tally = vote.counts && { yes: vote.counts.yes, no: vote.counts.no }
        expect([vote.vote_key, tally]).toEqual([vote.vote_key, words])
      }
      expect(votes.some(({ is_complete, counts }) => is_complete && counts !== null)).toBe(hasVoters)
      for (const vote of votes) {
        if (!vote.is_complete || !vote.counts) continue
        const roll = { yes: listed(vote, 'yes'), no: listed(vote, 'no') }
        expect([vote.vote_key, roll]).toEqual([vote.vote_key, { yes: vote.counts.yes, no: vote.counts.no }])
      }
    },
  )
})
