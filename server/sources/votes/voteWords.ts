import type { VoteOption } from '#contract/votes/votes.ts'

/** The words of states and councils. The first that begins the source's word decides: "not voting" comes before "no". */
const options: readonly (readonly [RegExp, VoteOption])[] = [
  [/^(live )?pair(ed)?\b|^other\b/, 'other'],
  [/^(present,? )?(and |but )?(not|non)[ -]?voting\b|^(no|did not) vote\b|^nv$/, 'not_voting'],
  [/^(absent|excused|not present|no (response|show)|away|leave)\b/, 'absent'],
  [/^(abst(ain|ention)|recus|conflict|present\b)/, 'abstain'],
  [/^(yes|yeas?|ayes?|affirmative|(in )?favor)\b|^(y|for)$/, 'yes'],
  [/^(no|nays?|noes|negative|opposed?|opposition|against)\b(?!\/)|^n$/, 'no'],
]

/** Returns the option of a word such as "Aye", "Yes (remote)" or "In Favor". Null if the word is none of a vote. */
export function optionOfWord(word: string): VoteOption | null {
  const key = word.trim().toLowerCase()
  return options.find(([pattern]) => pattern.test(key))?.[1] ?? null
}
