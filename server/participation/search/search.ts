import {
  matchesName,
  queryWords,
  searchSizes,
  type SearchResults,
  type SearchSize,
} from '#contract/search.ts'
import { topicName } from '#contract/topics.ts'
import { selectMemberDivisions } from '#server/legislation/places/residence.ts'
import { withAtLarge } from '#server/legislation/representatives/directory.ts'
import { listTopics } from '#server/participation/feed/topics.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { findBills, noBills } from './bills.ts'
import { selectGroups, selectPeople, selectRepresentatives } from './queries.ts'

const nothing: SearchResults = {
  is_too_short: true,
  bills: [],
  ...noBills,
  topics: [],
  groups: [],
  people: [],
  representatives: [],
  suggestions: [],
}

/**
 * Searches everything and returns the matches by kind, with one statement for each kind. If there are none, another one
 * selects similar searches.
 */
export async function searchEverything(
  db: Db,
  me: Member,
  { q: query, size, language }: { q: string; size: SearchSize; language?: string | undefined },
): Promise<SearchResults> {
  const words = queryWords(query)
  if (words.length === 0) return nothing
  const limits = searchSizes[size]
  const [bills, topics, groups, people, representatives] = await Promise.all([
    findBills(db, me.user_id, { input: query, limit: limits.bills, language }),
    listTopics(db, me),
    selectGroups({ db, me, words, limit: limits.groups }),
    selectPeople({ db, me, words, limit: limits.people }),
    findRepresentatives(db, me, words, limits.representatives),
  ])
  const results = {
    is_too_short: false,
    ...bills,
    topics: topics
      .filter(({ topic }) => topicNames(topic, language).some((name) => matchesName(words, name)))
      .slice(0, limits.topics),
    groups,
    people,
    representatives,
  }
  const isNothing = [bills.bills, results.topics, groups, people, representatives].every(
    ({ length }) => length === 0,
  )
  if (!isNothing) return { ...results, suggestions: [] }
  const names = topics.flatMap(({ topic }) => topicNames(topic, language))
  return { ...results, suggestions: await selectSuggestions(db, me, words, names) }
}

/** Returns the name of a topic in English and in the reader's language, in which the pages show it. */
function topicNames(topic: string, language: string | undefined): string[] {
  return [...new Set([topicName(topic), inLanguage(language ?? null, () => topicName(topic))])]
}

async function selectSuggestions(db: Db, me: Member, words: readonly string[], names: readonly string[]) {
  const [row] = await db<{ suggestions: string[] }[]>`
    select similar_searches(${me.user_id}, ${words}::text[], ${names}::text[]) as suggestions`
  return row?.suggestions ?? []
}

async function findRepresentatives(db: Db, me: Member, words: readonly string[], limit: number) {
  const divisions = await selectMemberDivisions(db, me.user_id)
  const ownDivisions = withAtLarge(divisions.map(({ division }) => division))
  return selectRepresentatives({ db, me, words, limit }, ownDivisions)
}
