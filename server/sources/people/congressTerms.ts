import type { EndReason, StartReason } from '#contract/representatives.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { termDateIn, listIn, textIn, urlIn, type JsonObject } from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { partyName } from './congressNames.ts'
import type { ImportedTerm } from './importedPerson.ts'
import { addDays, districtWords, houseTitle, officePhone, stateName } from './officeFacts.ts'

/**
 * Returns all terms of a member of Congress, oldest first. If the member changed parties during a term, the term
 * becomes one row per party. A former term that cannot be parsed is left out.
 *
 * @throws UnusableRecord if the last term cannot be used
 */
export function congressTerms(records: readonly JsonObject[], today: string): ImportedTerm[] {
  return records.flatMap((record, index) => {
    const isLast = index === records.length - 1
    const isReachable = isLast || (termDateIn(record['end']) ?? '') > today
    try {
      const term = congressTerm(record, isReachable)
      return splitByParty(record, { ...term, end_reason: endReason(record, records[index + 1], today) })
    } catch (error) {
      if (isLast || !(error instanceof UnusableRecord)) throw error
      return []
    }
  })
}

/**
 * Reads one term.
 *
 * @param isReachable whether to keep the contact details, which are outdated for a former term
 */
function congressTerm(record: JsonObject, isReachable: boolean): ImportedTerm {
  const [state, type] = [textIn(record['state']).toLowerCase(), textIn(record['type'])]
  const division = stateDivision(state)
  const [from, to] = [termDateIn(record['start']), termDateIn(record['end'])]
  if (!division) {
    throw new UnusableRecord(`"${textIn(record['state'])}" is not a state, district or territory.`)
  }
  if (!from || !to || to <= from) throw new UnusableRecord('A term has no valid first and last day.')
  const facts = {
    party: partyText(record),
    office_phone: isReachable ? officePhone(record['phone']) : null,
    email: null,
    contact_form_url: isReachable ? (urlIn(record['contact_form']) ?? urlIn(record['url'])) : null,
    valid_from: from,
    valid_to: to,
    government_level: 'federal' as const,
    start_reason: startReason(record, from),
  }
  if (type === 'sen') {
    const office = { organization: 'us/senate', title: 'U.S. Senator', division, district: stateName(state) }
    const seat = Number(textIn(record['class']))
    return { ...office, ...([1, 2, 3].includes(seat) ? { seat } : {}), ...facts }
  }
  const number = textIn(record['district'])
  if (type !== 'rep' || !/^-?\d{1,2}$/.test(number)) {
    throw new UnusableRecord('A term is neither in the Senate nor in a district of the House.')
  }
  const name = Number(number) <= 0 ? 'at-large' : String(Number(number))
  return {
    organization: 'us/house',
    title: houseTitle(state),
    division: `${division}/cd:${name}`,
    district: districtWords(state, name),
    ...facts,
  }
}

function partyText(record: JsonObject): string | null {
  const [party, caucus] = [textIn(record['party']), textIn(record['caucus'])]
  const name = partyName(party)
  return name && caucus && caucus !== party ? `${name} (caucuses with the ${caucus}s)` : name
}

/**
 * Splits a term by party. The source names the last day with a party, so the row ends on the first day with the next
 * one.
 */
function splitByParty(record: JsonObject, term: ImportedTerm): ImportedTerm[] {
  const parties = listIn(record['party_affiliations']).filter(({ start }) => termDateIn(start) !== null)
  if (parties.length < 2) return [term]
  return parties.map((party, index) => {
    const next = parties[index + 1]
    const valid_from = index === 0 ? term.valid_from : termDateIn(party['start'])
    const end = next ? { valid_to: termDateIn(next['start']), end_reason: null } : {}
    // Only the first part began with what the record says about the term.
    const start = index === 0 ? {} : { start_reason: 'unknown' as const }
    return Object.assign({}, term, { party: partyText(party), valid_from }, start, end)
  })
}

/**
 * Returns how a term began. A term that begins with a Congress began by election. For any other first day, the reason is
 * unknown unless the record states it.
 */
function startReason(record: JsonObject, from: string): StartReason {
  const how = textIn(record['how'])
  if (how === 'appointment') return 'appointment'
  if (how === 'special-election') return 'special_election'
  return isStartOfCongress(from) ? 'election' : 'unknown'
}

function endReason(record: JsonObject, next: JsonObject | undefined, today: string): EndReason | null {
  const end = termDateIn(record['end']) ?? ''
  if (end > today) return null
  const isSameOffice = next !== undefined && textIn(next['type']) === textIn(record['type'])
  const endsAsPlanned = isStartOfCongress(end) || textIn(record['end-type']) === 'special-election'
  if (endsAsPlanned || (isSameOffice && textIn(next['how']) === 'special-election')) return 'term_ended'
  const nextStart = next ? termDateIn(next['start']) : null
  const takesOtherOffice = !isSameOffice && nextStart !== null && nextStart <= addDays(end, 31)
  return takesOtherOffice ? 'other_office' : 'unknown'
}

/** Returns true for January 3 of an odd year, and for the following days on which a new House first met. */
function isStartOfCongress(day: string): boolean {
  return /^\d{3}[13579]-01-0[3-7]$/.test(day)
}
