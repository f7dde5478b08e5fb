import { voteOptions } from '#contract/votes/votes.ts'
import type { ImportedVoter } from './importedVote.ts'
import { countOptions, type VoteCounts } from './voteCounts.ts'

/**
 * Words of a journal, a certification or a table that scrapers have taken for the name of a voter. Each is the whole name,
 * because people are called Absent, Clerk and Nay too.
 */
const headings = [
  '(the )?(above )?certif(ication|icate|ied)( of (the )?(vote|votes|roll ?call|clerk|secretary))?( by .*)?',
  '(sub|grand )?totals?( (votes?|yeas?|ayes?|yes|nays?|noes|no|absent|excused|present|voting|not voting|members))?( voting)?',
  '((yeas?|ayes?|yes|nays?|noes|no)( votes?)?)',
  'absent( or excused| and not voting| or not voting|ees)?|excused( absences?| from voting)?|not present',
  'abstain(ed|ing|s)?|abstentions?|recus(ed|al|als)|pair(ed|s)|conflict(s)?( of interest)?',
  'present( and)?( not)?( voting)?|(not|non) ?-?voting( members?)?|did not vote|no vote',
  '(the )?presiding( officer)?|(mr|madam|ms)\\.? (president|speaker|chair(man|woman|person)?) presiding|in the chair',
  '((seat|district|ward|position)s?( \\w+)?[ –:-]*)?vacan(t|cy|cies)(,? (seats?|districts?|wards?|positions?))?',
  'none|n/?a|nil|unknown|tbd|quorum( present)?|roll ?call( vote)?|vot(es?|ers?|ing)|result|motion|passed|failed|carried',
  'members?( (present|absent|voting|not voting|excused))?|names?|district|party|senators?|representatives?|delegates?',
  '(chief |assistant )?clerk of the (house|senate|assembly)|(secretary|clerk) of the senate|attest(ed)?|page \\d+( of \\d+)?',
]
const heading = new RegExp(`^(?:${headings.join('|')})$`, 'i')

/** Returns true if the text is a heading or another word of the record, and no name. */
function isHeading(name: string): boolean {
  const words = name
    .replace(/[\s\u00a0_]+/g, ' ')
    .replace(/^[\s\-–—•*.:;,()[\]]+|[\s\-–—•*.:;,=()[\]\d]+$/g, '')
    .trim()
  return words === '' || !/\p{L}/u.test(words) || heading.test(words)
}

export function peopleIn(voters: readonly ImportedVoter[]): ImportedVoter[] {
  return voters.filter(
    ({ voter_name, source_person_id }) => source_person_id !== null || !isHeading(voter_name),
  )
}

/**
 * Returns a roll without its headings. If the stated counts were made by counting the lines of the roll, they counted the
 * headings too, which are subtracted.
 */
export function rollOfPeople(
  stated: VoteCounts | null,
  voters: readonly ImportedVoter[],
): { counts: VoteCounts | null; voters: ImportedVoter[] } {
  const people = peopleIn(voters)
  if (stated === null || people.length === voters.length) return { counts: stated, voters: people }
  const lines = countOptions(voters.map(({ option }) => option))
  const votes = countOptions(people.map(({ option }) => option))
  const counts = { ...stated }
  for (const option of voteOptions) if (stated[option] === lines[option]) counts[option] = votes[option]
  return { counts, voters: people }
}
