import { policyAreas, topicKey, type PolicyArea } from '#contract/topics.ts'
import { topicWords } from './topicWords.ts'

/** The maximum number of topics that Hurd derives for a bill. */
const maxTopics = 3

/** Subjects that say nothing about a bill. For example, the only subject in Florida's records is "subject index". */
const meaningless = /^(subject index|other|miscellaneous|general|none)$/i

/** Returns the policy area of the Congressional Research Service with this name, or null if there is none. */
export function policyArea(name: string): PolicyArea | null {
  const key = topicKey(name)
  return isPolicyArea(key) ? key : null
}

/**
 * Returns the topics of a bill, from the first of these that yields any: the policy area that the source names, the
 * words of its subjects, the words of its title, the words of `more`. The summary comes last because it mentions many
 * areas. A bill may have no topic.
 */
export function topicsOf(subjects: readonly string[], title: string, more = ''): PolicyArea[] {
  const policyAreasNamed = subjects.map(policyArea).filter((area) => area !== null)
  if (policyAreasNamed.length > 0) return [...new Set(policyAreasNamed)].slice(0, maxTopics)
  const meaningful = subjects.filter((subject) => !meaningless.test(subject.trim()))
  const areas = new Set(meaningful.flatMap((subject) => areasIn(mainPart(subject), 1)))
  for (const area of areas.size > 0 ? [] : meaningful.flatMap((subject) => areasIn(subject, 1))) {
    areas.add(area)
  }
  if (areas.size > 0) return [...areas].slice(0, maxTopics)
  const fromTitle = areasIn(title, 2)
  return fromTitle.length > 0 ? fromTitle : areasIn(more, 1)
}

/**
 * Returns the main part of a subject. "Occupations: barbers" is about occupations, and "MENTAL HEALTH-FACILITIES" about
 * mental health.
 */
function mainPart(subject: string): string {
  return subject.split(/[:–—]|--| - |(?<=[A-Z])-(?=[A-Z])/)[0] ?? subject
}

function areasIn(words: string, limit: number): PolicyArea[] {
  return topicWords
    .filter(([, pattern]) => pattern.test(words))
    .slice(0, limit)
    .map(([area]) => area)
}

function isPolicyArea(key: string): key is PolicyArea {
  return Object.hasOwn(policyAreas, key)
}
