import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { listIn, textIn, timestampIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { measure } from '#server/sources/people/congressNames.ts'
import { federalChamber, federalVote, statedYear, whenVoted } from './federal/federalVote.ts'
import type { ImportedVote } from './importedVote.ts'

type RecordedVote = { vote: JsonObject; text: string }

/**
 * Returns readers of the roll calls that the actions of a bill in Congress refer to. An action states the question, the
 * result and the counts of yes and no, but no voters. The roll call itself comes from the records of the chambers.
 */
export function recordedVotes(bill: JsonObject, actions: readonly JsonObject[]): (() => ImportedVote)[] {
  const byRollCall = new Map<string, RecordedVote>()
  for (const action of actions) {
    const text = textIn(action['text'])
    for (const vote of listIn(action['recordedVotes'], 'recordedVote')) {
      // The day stands for the session, because two actions may state different sessions of one roll call.
      const key = [textIn(vote['chamber']), textIn(vote['rollNumber']), timestampIn(vote['date'])].join('/')
      const earlier = byRollCall.get(key)
      // The Library of Congress repeats the action of the chamber in its own words.
      if (!earlier || (countsIn(earlier.text) === null && countsIn(text) !== null)) {
        byRollCall.set(key, { vote, text })
      }
    }
  }
  return [...byRollCall.values()].map((recorded) => () => readRecordedVote(bill, recorded))
}

function readRecordedVote(bill: JsonObject, { vote, text }: RecordedVote): ImportedVote {
  const chamber = federalChamber(textIn(vote['chamber']))
  const congress = Number(textIn(vote['congress']))
  const stated = countsIn(text)
  if (!stated) throw new UnusableRecord('The action states no numbers of yes and no.')
  const { yes, no, vice_president_vote } = withoutVicePresident(chamber, stated)
  const question = questionIn(text)
  const [, majority = null] = /(\d\/\d) required/i.exec(text) ?? []
  return federalVote({
    source_name: 'Congress.gov',
    chamber,
    congress,
    stated_year: statedYear(congress, textIn(vote['sessionNumber'])),
    number: Number(textIn(vote['rollNumber'])),
    ...whenVoted(vote['date']),
    question,
    motion_text: question,
    majority_required: majority,
    result: resultIn(text),
    bill_source_id: measure(
      textIn(bill['congress']),
      textIn(bill['type'] ?? bill['billType']),
      textIn(bill['number'] ?? bill['billNumber']),
    ).source_id,
    amendment_id: null,
    vice_president_vote,
    counts: { yes, no, abstain: null, not_voting: null, absent: null, other: null },
    voters: [],
    source_url: () => urlIn(vote['url']),
    source_updated_at: null,
  })
}

/**
 * Reads the counts in a text such as "Yea-Nay Vote. 51 - 47.", "by the Yeas and Nays: 218 - 214 (Roll no. 145)" or
 * "(2/3 required): 400 - 11, 1 Present".
 */
function countsIn(text: string): { yes: number; no: number } | null {
  const [, yes, no] = /(?:vote|nays|required\))[.:]?\s+(\d{1,3})\s*-\s*(\d{1,3})\b/i.exec(text) ?? []
  return yes && no ? { yes: Number(yes), no: Number(no) } : null
}

/**
 * Removes the Vice President's vote. The Senate has 100 members, so a 101st vote is the Vice President's,
 * which breaks a tie and is shown separately.
 */
function withoutVicePresident(chamber: 'h' | 's', { yes, no }: { yes: number; no: number }) {
  if (chamber === 'h' || yes + no !== 101) return { yes, no, vice_president_vote: null }
  return yes > no
    ? { yes: yes - 1, no, vice_president_vote: 'yes' as const }
    : { yes, no: no - 1, vice_president_vote: 'no' as const }
}

const outcome =
  /\b(passed|agreed to|failed of passage|failed|rejected|not invoked|invoked|not agreed to|not sustained|sustained)\b/i

/** Returns the question: the action without its result, its counts and its location in the record. */
function questionIn(text: string): string {
  const words = text.replace(/^(passed\/agreed to in \w+|failed of passage\/not agreed to in \w+):\s*/i, '')
  // The Senate states the result first.
  if (/\bover veto\b/i.test(words)) return 'On overriding the veto'
  const isResolution = /^((concurrent|joint) )?resolution (not )?agreed to in (the )?senate/i.test(words)
  if (isResolution) return 'On the resolution'
  const [, object] = /\bsenate agreed to (.+?)\s+by (?:the )?(?:yea|recorded)/i.exec(words) ?? []
  if (object) return `On agreeing to ${object}`.slice(0, 500)
  if (/^passed (the )?senate|^failed of passage/i.test(words)) return 'On passage'
  const [before = ''] = words.split(
    /\s+(?:in senate |in the senate )?by (?:the )?(?:yea|recorded|unanimous)/i,
  )
  const question = before.replace(/\s+in (?:the )?senate$/i, '')
  const last = [...question.matchAll(new RegExp(outcome, 'gi'))].at(-1)
  return (last && last.index > 0 ? question.slice(0, last.index) : question).trim().slice(0, 500)
}

function resultIn(text: string): string | null {
  const words = text.replace(/^[^:]{0,60}\bin (senate|house):\s*/i, '')
  const [before = ''] = words.split(/\s+by (?:the )?(?:yea|recorded)/i)
  const [result] = [...before.matchAll(new RegExp(outcome, 'gi'))]
    .map(([word]) => word.toLowerCase())
    .slice(-1)
  return result ? result.charAt(0).toUpperCase() + result.slice(1) : null
}
