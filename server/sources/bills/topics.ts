import { policyAreas, topicKey, type PolicyArea } from '../../../contract/rules/topics.ts'
import { topicWords } from './topicWords.ts'

/** A bill has at most this many topics when they are ours to judge. */
const most = 3

/** Subject lists that carry no meaning: Florida's only subject is "subject index". */
const junk = /^(subject index|other|miscellaneous|general|none)$/i

/** The policy area of the Congressional Research Service by its name, or null. */
export function policyArea(name: string): PolicyArea | null {
  const key = topicKey(name)
  return isPolicyArea(key) ? key : null
}

/**
 * Topics of a bill: its policy area where the source names one; else by the words of its subjects; else by those of
 * its title, and of `more` (a summary names half the government) only when those tell nothing. None at all is an
 * honest answer.
 */
export function topicsOf(subjects: readonly string[], title: string, more = ''): PolicyArea[] {
  const named = subjects.map(policyArea).filter((area) => area !== null)
  if (named.length > 0) return [...new Set(named)].slice(0, most)
  const telling = subjects.filter((subject) => !junk.test(subject.trim()))
  const found = new Set(telling.flatMap((subject) => areasIn(mainPart(subject), 1)))
  for (const area of found.size > 0 ? [] : telling.flatMap((subject) => areasIn(subject, 1))) found.add(area)
  if (found.size > 0) return [...found].slice(0, most)
  const titled = areasIn(title, 2)
  return titled.length > 0 ? titled : areasIn(more, 1)
}

/** "Occupations: barbers" is about occupations; "MENTAL HEALTH-FACILITIES" about mental health. */
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
