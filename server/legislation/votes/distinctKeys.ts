import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { hashOf } from './voteHash.ts'

type StoredKey = {
  vote_key: string
  yes_count: number | null
  no_count: number | null
  /** The hashes and ids by source. */
  sources: { source_name: string; source_id: string; content_hash: string }[]
}

/**
 * Gives each vote its own key. The key of a vote whose source has no id for it is made of the bill, the day and the words of
 * the motion, which several votes may share, as they may share the number of a roll call. Such a vote is the stored one with the
 * same content, else with the same counts, else with counts that differ by at most two votes, because a correction changes few.
 * Otherwise it is another vote, whose key gets a number.
 *
 * @param claimed the keys that earlier votes of this import have. The keys of these votes are added.
 */
export async function withDistinctKeys(
  db: Transaction,
  votes: readonly ImportedVote[],
  claimed: Set<string>,
): Promise<ImportedVote[]> {
  const ambiguous = votes.filter((vote) => vote.shares_key)
  if (ambiguous.length === 0) return [...votes]
  const storedVotes = await selectKeys(db, ambiguous)
  const keys = new Map<ImportedVote, string>()
  for (const isSame of [hasSameId, hasSameContent, hasSameCounts, hasSimilarCounts]) {
    for (const vote of ambiguous.filter((waiting) => !keys.has(waiting))) {
      const match = storedVotes.find(
        (known) =>
          baseOf(known.vote_key) === vote.vote_key && !claimed.has(known.vote_key) && isSame(vote, known),
      )
      if (match) keys.set(vote, match.vote_key)
      if (match) claimed.add(match.vote_key)
    }
  }
  const used = new Set([...claimed, ...storedVotes.map(({ vote_key }) => vote_key)])
  return votes.map((vote) => {
    if (!vote.shares_key) return vote
    const key = keys.get(vote) ?? unusedKey(vote.vote_key, used)
    used.add(key)
    claimed.add(key)
    return withKey(vote, key)
  })
}

function withKey(vote: ImportedVote, vote_key: string): ImportedVote {
  return { ...vote, vote_key, source_id: vote.source_id === vote.vote_key ? vote_key : vote.source_id }
}

function baseOf(vote_key: string): string {
  return vote_key.replace(/~\d+$/, '')
}

function unusedKey(base: string, used: ReadonlySet<string>): string {
  let key = base
  for (let number = 2; used.has(key); number += 1) key = `${base}~${number}`
  return key
}

function hasSameId({ source_name, source_id, vote_key }: ImportedVote, { sources }: StoredKey): boolean {
  return (
    source_id !== vote_key &&
    sources.some((source) => source.source_name === source_name && source.source_id === source_id)
  )
}

function hasSameContent(vote: ImportedVote, { vote_key, sources }: StoredKey): boolean {
  const hash = hashOf(withKey(vote, vote_key))
  return sources.some(
    ({ source_name, content_hash }) => source_name === vote.source_name && content_hash === hash,
  )
}

function hasSameCounts({ counts }: ImportedVote, { yes_count, no_count }: StoredKey): boolean {
  return (counts?.yes ?? null) === yes_count && (counts?.no ?? null) === no_count
}

function hasSimilarCounts({ counts }: ImportedVote, { yes_count, no_count }: StoredKey): boolean {
  return isClose(counts?.yes ?? null, yes_count) && isClose(counts?.no ?? null, no_count)
}

function isClose(a: number | null, b: number | null): boolean {
  return a === null || b === null || Math.abs(a - b) <= 2
}

async function selectKeys(db: Transaction, votes: readonly ImportedVote[]): Promise<StoredKey[]> {
  const rows = votes.map(({ organization, voted_on, bill_source_id }) => ({
    organization,
    voted_on,
    bill_source_id,
  }))
  return db<StoredKey[]>`
    select e.vote_key, e.yes_count, e.no_count,
           (select coalesce(json_agg(json_build_object('source_name', s.source_name, 'source_id', s.source_id,
                                                       'content_hash', encode(s.content_hash, 'hex'))), '[]')
              from vote_sources s where s.vote_event_id = e.vote_event_id) as sources
      from vote_events e
     where exists (select from jsonb_to_recordset(${db.json(rows)}) as r(
                     organization text, voted_on date, bill_source_id text)
                    where r.organization = e.organization and r.voted_on = e.voted_on
                      and r.bill_source_id = e.bill_source_id)
     order by e.insert_order`
}
