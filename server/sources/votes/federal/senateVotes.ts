import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { parseMeasure } from '#server/sources/people/congressNames.ts'
import type { ImportedVote } from '#server/sources/votes/importedVote.ts'
import { fieldOf, find, findAll, type XmlElement } from '#server/sources/xmlTree.ts'
import {
  amendmentId,
  easternTime,
  federalOption,
  federalVote,
  statedYear,
  tieBreakerOf,
} from './federalVote.ts'

/** Reads a roll call of the Senate from its XML. An empty count means zero. */
export function readSenateVote(root: XmlElement): ImportedVote {
  const text = (name: string, from: XmlElement = root) => fieldOf(find(from, name))
  const congress = Number(text('congress'))
  const { voted_on, time } = momentOf(text('vote_date'))
  const number = Number(text('vote_number'))
  const count = find(root, 'count')
  const countOf = (name: string) => Number((count && text(name, count)) || 0)
  return federalVote({
    source_name: 'U.S. Senate',
    chamber: 's',
    congress,
    stated_year: statedYear(congress, text('session')) ?? (Number(text('congress_year')) || null),
    number,
    voted_at: easternTime(voted_on, time),
    voted_on,
    question: text('question') || text('vote_question_text'),
    motion_text: text('vote_question_text') || text('question'),
    majority_required: text('majority_requirement') || null,
    result: text('vote_result') || null,
    bill_source_id:
      (
        parseMeasure(String(congress), `${text('document_type')} ${text('document_number')}`) ??
        // The document of a vote on an amendment is blank, and the amendment names the bill.
        parseMeasure(String(congress), text('amendment_to_document_number'))
      )?.source_id ?? null,
    amendment_id: amendmentId(congress, 's', text('amendment_number')),
    vice_president_vote: tieBreakerOf(text('tie_breaker_vote')),
    counts: {
      yes: countOf('yeas'),
      no: countOf('nays'),
      abstain: countOf('present'),
      not_voting: countOf('absent'),
      absent: null,
      other: null,
    },
    voters: findAll(root, 'member').map((member) =>
      Object.assign(federalOption(text('vote_cast', member)), {
        voter_name: [text('first_name', member), text('last_name', member)].join(' ').trim(),
        party: text('party', member) || null,
        state: text('state', member) || null,
        district: null,
        source_person_id: text('lis_member_id', member) || null,
      }),
    ),
    source_url: (year) => {
      const session = `${congress}_${year - 1786 - 2 * congress}`
      return `https://www.senate.gov/legislative/LIS/roll_call_votes/vote${session.replace('_', '')}/vote_${session}_${String(number).padStart(5, '0')}.xml`
    },
    source_updated_at: modifiedAt(text('modify_date')),
  })
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** Returns the time of the last change, or null if the record has none, which older ones do not. */
function modifiedAt(written: string): string | null {
  if (written === '') return null
  const { voted_on, time } = momentOf(written)
  return easternTime(voted_on, time)
}

/** Reads a time such as "November 10, 2025,  08:58 PM". */
function momentOf(written: string): { voted_on: string; time: string } {
  const [, month = '', day = '', year = '', hour = '', minute = '', half = ''] =
    /^([A-Z][a-z]+) (\d{1,2}), (\d{4}),\s+(\d{1,2}):(\d\d) ([AP]M)$/.exec(written) ?? []
  const index = monthNames.indexOf(month)
  if (index === -1) throw new UnusableRecord('The record has no date.')
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return {
    voted_on: `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`,
    time: `${String(hours).padStart(2, '0')}:${minute}:00`,
  }
}
