import { classifyMotion } from '#contract/votes/motionClassification.ts'
import { matterId } from '#server/sources/bills/cities/cityMatter.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { requiredDate, listIn, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { cityDates, cityOfPath, newYorkCity, type City } from '#server/sources/jurisdictions.ts'
import type { ImportedVote, ImportedVoter } from './importedVote.ts'
import { reconcileTally } from './voteCounts.ts'
import { peopleIn } from './voterNames.ts'
import { optionOfWord } from './voteWords.ts'

/**
 * Returns readers of the votes in the history of a matter of New York City's council. A history entry without votes is
 * not a vote.
 */
export function nycVoteReaders(record: JsonObject): (() => ImportedVote)[] {
  return listIn(record['History'])
    .filter((entry) => listIn(entry['Votes']).length > 0)
    .map(
      (entry) => () =>
        councilVote({
          source_name: 'New York City Council',
          city: newYorkCity,
          file: textIn(record['File']),
          id: textIn(entry['ID']),
          action: textIn(entry['Action']),
          body: textIn(entry['BodyName']),
          date: textIn(entry['Date']),
          passed: textIn(entry['PassedFlagName']),
          votes: listIn(entry['Votes']).map((vote) => ({
            id: textIn(vote['ID']),
            name: textIn(vote['FullName']),
            word: textIn(vote['Vote']),
            result: textIn(vote['Result']),
          })),
        }),
    )
}

/** Reads an event item of Legistar's Web API together with its votes. The path of the file names the city. */
export function readLegistarVote(record: JsonObject, file: string): ImportedVote {
  const city = cityOfPath(file)
  if (!city) {
    throw new UnusableRecord(
      'The record does not name its city. Put the file into a folder with the name of its Legistar client.',
    )
  }
  const votes = listIn(record['Votes'] ?? record['EventItemVotes'])
  return councilVote({
    source_name: city.client === 'nyc' ? 'New York City Council' : 'Legistar',
    city,
    file: textIn(record['EventItemMatterFile']),
    id: textIn(record['EventItemId']),
    action: textIn(record['EventItemActionName']),
    body: textIn(record['_BodyName'] ?? record['EventBodyName'] ?? record['EventItemBodyName']),
    date: textIn(record['_ActionDate'] ?? record['EventDate']),
    passed: textIn(record['EventItemPassedFlagName']),
    votes: votes.map((vote) => ({
      id: textIn(vote['VotePersonId']),
      name: textIn(vote['VotePersonName']),
      word: textIn(vote['VoteValueName']),
      result: textIn(vote['VoteResult']),
    })),
  })
}

const committeeBody = /committee|land use$|finance$/i

type Entry = {
  source_name: string
  city: City
  file: string
  id: string
  action: string
  body: string
  date: string
  passed: string
  votes: readonly { id: string; name: string; word: string; result: string }[]
}

function councilVote(entry: Entry): ImportedVote {
  const { city, file, id, action, body } = entry
  const voted_on = requiredDate(entry.date, cityDates(city))
  if (file === '' || id === '') throw new UnusableRecord('The record does not name its matter.')
  const organization = `${city.division.replace(/^.*\/state:([a-z]{2})\/(place:.*)$/, '$1/$2')}/council`
  const isFullCouncil =
    !committeeBody.test(body) && /council|board of (?:supervisors|alder)|stated/i.test(body || 'council')
  const listedVoters = entry.votes.map((vote): ImportedVoter => ({
    ...optionOf(vote.word, vote.result),
    voter_name: vote.name.replace(/\s+/g, ' '),
    party: null,
    state: null,
    district: null,
    source_person_id: vote.id && city.client === 'nyc' ? `nyc-${vote.id}` : null,
  }))
  const voters = peopleIn(listedVoters)
  const passed = /^pass/i.test(entry.passed) ? true : /^fail/i.test(entry.passed) ? false : null
  const motion_text = isFullCouncil || body === '' ? action : `${action}: ${body}`
  const tally = reconcileTally({
    counts: null,
    roll: voters.map(({ option }) => option),
    motion_text: '',
    seats: null,
    passed,
    majority_required: null,
  })
  return {
    ...classifyMotion('council', action, isFullCouncil),
    ...tally,
    source_name: entry.source_name,
    source_id: id,
    vote_key: `${organization}/${file.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/${voted_on}/${id}`,
    organization,
    legislative_session: voted_on.slice(0, 4),
    bill_source_id: matterId(city, file),
    amendment_id: null,
    committee_name: !isFullCouncil && committeeBody.test(body) ? body : null,
    number: null,
    voted_at: null,
    voted_on,
    motion_text,
    majority_required: null,
    result: tally.result_is_unclear || passed === null ? null : passed ? 'Passed' : 'Failed',
    vice_president_vote: null,
    voters,
    source_url: urlIn(city.site),
    source_updated_at: null,
    source_checked_at: null,
  }
}

/**
 * Returns the option for the source's word. Reasons for an absence, such as illness or bereavement, are private. They
 * become "absent", and the word itself is discarded here, before anything is stored or logged.
 */
function optionOf(word: string, result: string): Pick<ImportedVoter, 'option' | 'source_option'> {
  const key = word.trim().toLowerCase()
  const option = optionOfWord(key)
  if (option) {
    return { option, source_option: key === 'conflict' || key === 'present' ? word.trim() : null }
  }
  if (result === '1') return { option: 'yes', source_option: null }
  if (result === '2') return { option: 'no', source_option: null }
  return { option: 'absent', source_option: null }
}
