import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  isJsonObject,
  listIn,
  objectIn,
  textIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { measure, parseMeasure } from '#server/sources/people/congressNames.ts'
import type { ImportedVote, ImportedVoter } from '#server/sources/votes/importedVote.ts'
import {
  amendmentId,
  federalChamber,
  federalOption,
  federalVote,
  statedYear,
  tieBreakerOf,
  whenVoted,
} from './federalVote.ts'

/** Reads a roll call from unitedstates/congress, which covers both chambers from 1989 on. */
export function readCongressVote(record: JsonObject): ImportedVote {
  const chamber = federalChamber(textIn(record['chamber']))
  const congress = Number(textIn(record['congress']))
  const bill = objectIn(record['bill'])
  const amendment = objectIn(record['amendment'])
  const question = textIn(record['question'])
  const { voters, vice_president_vote } = rollOf(objectIn(record['votes']), chamber)
  const requires = textIn(record['requires'])
  return federalVote({
    source_name: 'unitedstates/congress',
    chamber,
    congress,
    stated_year: Number(textIn(record['session'])) || null,
    number: Number(textIn(record['number'])),
    ...whenVoted(record['date']),
    question: chamber === 's' ? textIn(record['type']) : (question.split(': ')[0] ?? question),
    motion_text: question,
    majority_required: /^\d\/\d$/.test(requires) ? requires : null,
    result: textIn(record['result']) || null,
    bill_source_id: textIn(bill['number'])
      ? measure(textIn(bill['congress']), textIn(bill['type']), textIn(bill['number'])).source_id
      : null,
    amendment_id:
      textIn(amendment['type']) === 's' ? amendmentId(congress, 's', textIn(amendment['number'])) : null,
    vice_president_vote,
    // The record has no totals. They are counted from the lists of voters, which are complete.
    counts: null,
    voters,
    source_url: () => urlIn(record['source_url']),
    source_updated_at: timestampIn(record['record_modified']) ?? timestampIn(record['updated_at']),
  })
}

function rollOf(votes: JsonObject, chamber: 'h' | 's') {
  let vice_president_vote: 'yes' | 'no' | null = null
  const voters: ImportedVoter[] = []
  for (const [word, people] of Object.entries(votes)) {
    const vote = federalOption(textIn(word))
    for (const person of Array.isArray(people) ? people : []) {
      if (person === 'VP') vice_president_vote = tieBreakerOf(word)
      else if (isJsonObject(person)) voters.push({ ...vote, ...voterOf(person, chamber) })
    }
  }
  return { voters, vice_president_vote }
}

function voterOf(person: JsonObject, chamber: 'h' | 's') {
  const last = textIn(person['last_name'])
  const name =
    chamber === 's' && last
      ? `${textIn(person['first_name'])} ${last}`.trim()
      : textIn(person['display_name'])
  return {
    voter_name: name,
    party: textIn(person['party']) || null,
    state: textIn(person['state']) || null,
    district: null,
    source_person_id: textIn(person['id']) || null,
  }
}

/** Reads a House roll call from the Congress.gov API, including each member's vote. */
export function readHouseVote(record: JsonObject): ImportedVote {
  const vote = objectIn(record['houseRollCallVote'] ?? record['houseRollCallVoteMemberVotes'] ?? record)
  if (textIn(vote['chamber']) && federalChamber(textIn(vote['chamber'])) !== 'h') {
    throw new UnusableRecord('The record is not one of the House.')
  }
  const congress = Number(textIn(vote['congress']))
  const number = Number(textIn(vote['rollCallNumber']))
  const question = textIn(vote['voteQuestion'])
  const bill = parseMeasure(
    String(congress),
    `${textIn(vote['legislationType'])} ${textIn(vote['legislationNumber'])}`,
  )
  const members = listIn(vote['results'] ?? objectIn(record['houseRollCallVoteMemberVotes'])['results'])
  const totals = listIn(vote['votePartyTotal'])
  const total = (name: string) => totals.reduce((sum, party) => sum + Number(textIn(party[name]) || 0), 0)
  const [, majority = '1/2'] = /(\d\/\d)/.exec(textIn(vote['voteType'])) ?? []
  return federalVote({
    source_name: 'Congress.gov',
    chamber: 'h',
    congress,
    stated_year: statedYear(congress, textIn(vote['sessionNumber'])),
    number,
    ...whenVoted(vote['startDate']),
    question,
    motion_text: bill ? `${question}: ${bill.bill_code}` : question,
    majority_required: majority,
    result: textIn(vote['result']) || null,
    bill_source_id: bill?.source_id ?? null,
    amendment_id: /^hamdt$/i.test(textIn(vote['amendmentType']))
      ? amendmentId(congress, 'h', textIn(vote['amendmentNumber']))
      : null,
    vice_president_vote: null,
    counts:
      totals.length === 0
        ? null
        : {
            yes: total('yeaTotal'),
            no: total('nayTotal'),
            abstain: total('presentTotal'),
            not_voting: total('notVotingTotal'),
            absent: null,
            other: null,
          },
    voters: members.map((member) =>
      Object.assign(federalOption(textIn(member['voteCast'])), {
        voter_name: [textIn(member['firstName']), textIn(member['lastName'])].join(' ').trim(),
        party: textIn(member['voteParty']) || null,
        state: textIn(member['voteState']) || null,
        district: null,
        source_person_id: textIn(member['bioguideID'] ?? member['bioguideId']) || null,
      }),
    ),
    source_url: (year) =>
      urlIn(vote['sourceDataURL']) ?? urlIn(`https://clerk.house.gov/Votes/${year}${number}`),
    source_updated_at: timestampIn(vote['updateDate']),
  })
}
