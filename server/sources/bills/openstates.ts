import type { BillAction, BillStatus, Sponsor } from '#contract/bills/billContent.ts'
import {
  urlIn,
  clamp,
  dateIn,
  listIn,
  longTextIn,
  momentIn,
  markupIn,
  timestampIn,
  requiredText,
  objectIn,
  textIn,
  textsIn,
  type DateRules,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision, stateTextUrl } from '#server/sources/jurisdictions.ts'
import { isEmergencyAct } from '#server/sources/parts/measureTypes.ts'
import { openstatesParts } from '#server/sources/parts/openstatesParts.ts'
import { chamberName, classified } from '#server/sources/parts/openstatesSteps.ts'
import { parseMeasure, type Measure } from '#server/sources/people/congressNames.ts'
import { congressSession } from '#server/sources/sessions/bundledSessions.ts'
import { knownSession } from '#server/sources/sessions/knownSession.ts'
import { federalDates, stateDates } from '#server/sources/sessions/sessionDates.ts'
import { sessionStart } from '#server/sources/sessions/sessionKey.ts'
import { federalStatus } from '#server/sources/status/statusFederal.ts'
import { stateStatus, type StateAction, type StateMeasure } from '#server/sources/status/statusStates.ts'
import { htmlTextIn } from '#server/sources/text/htmlText.ts'
import { namedVersions, versionFromText, versionOfFile } from '#server/sources/text/openstatesVersions.ts'
import { versionStage } from '#server/sources/text/textVersion.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import { longestTitle } from './federalBill.ts'
import {
  UnusableRecord,
  type ImportedBill,
  type ImportedTextOnly,
  type OmittedField,
} from './importedBill.ts'
import { billCode, requiredIdentifier, stateBillId } from './stateCodes.ts'
import { topicsOf } from './topics.ts'

/** `time` is the moment of an action in milliseconds. Null if the source states only its day. */
type DatedAction = StateAction & { date: string; time: number | null }

/** Returns true if a JSON record is an Open States bill (from a scraper or API v3), vote, or text. */
export function isOpenStates(record: JsonObject): boolean {
  if ('extracted_text' in record) return 'identifier' in record && 'state' in record
  if ('motion_text' in record) return 'bill_identifier' in record
  return (
    'identifier' in record &&
    ('legislative_session' in record || ('session' in record && 'jurisdiction' in record))
  )
}

/**
 * Reads a bill of an Open States scraper or of API v3, or the text of a bill.
 * @throws UnusableRecord
 */
export function readOpenStates(record: JsonObject): ImportedBill | ImportedTextOnly {
  if ('motion_text' in record) {
    throw new UnusableRecord('The record is a roll call, not a bill. Import it with import votes.')
  }
  if ('extracted_text' in record) return readText(record)
  const identifier = requiredIdentifier(record['identifier'], 'identifier')
  const session = requiredText(record['legislative_session'] ?? record['session'], 'legislative session')
  const place = placeOf(record)
  const federal = federalMeasure(place, session, identifier)
  if (place === 'us' && !federal) {
    throw new UnusableRecord(`"${identifier}" is not the number of a federal bill.`)
  }
  const title = clamp(requiredText(record['title'], 'title'), longestTitle)
  const summary = abstractOf(record)
  const dates = federal ? federalDates(federal.congress) : stateDates(place, session)
  const actions = actionsOf(record, dates)
  const day = dateIn(record['first_action_date'], dates) ?? actions[0]?.date
  const assumed = day ? null : assumedStep(place, session, record)
  const status = federal
    ? federalStatus(
        actions.map(({ text }) => ({ text, code: '' })),
        federal,
      )
    : assumed
      ? 'introduced'
      : stateStatus(actions, {
          ...stateMeasure(place, identifier, textsIn(record['classification'])),
          isEmergencyAct: isEmergencyAct(stateDivision(place) ?? '', title),
        })
  return {
    source_name: 'Open States',
    source_id: federal ? federal.source_id : stateBillId(place, session, identifier),
    source_updated_at: timestampIn(record['updated_at']),
    source_checked_at: null,
    bill_code: federal ? federal.bill_code : billCode(place, session, identifier),
    title,
    summary,
    topics: topicsOf(textsIn(record['subject']), title, summary),
    government_level: federal ? 'federal' : 'state',
    jurisdiction: federal ? 'ocd-division/country:us' : (stateDivision(place) ?? ''),
    status,
    created_at: `${day ?? assumed?.date ?? ''}T00:00:00.000Z`,
    source_url: urlIn(listIn(record['sources'])[0]?.['url']) ?? urlIn(record['openstates_url']),
    ...textUrlOf(place, record),
    sponsors: listIn(record['sponsorships']).flatMap(sponsorIn),
    actions: assumed
      ? [assumed]
      : actions.map(({ date, text, body }): BillAction => ({
          date,
          text,
          chamber: chamberName(place, body),
        })),
    ...namedVersions(place, record),
    parts: openstatesParts(record, classified(actions, place), {
      state: place,
      session,
      idOf: (otherSession, other) =>
        federalMeasure(place, otherSession, other)?.source_id ?? stateBillId(place, otherSession, other),
      codeOf: (other) => federalMeasure(place, session, other)?.bill_code ?? billCode(place, session, other),
      chamberOf: (action) => chamberName(place, bodyOf(action)),
    }),
    ...omittedFields(record, status),
  }
}

function federalMeasure(place: string, session: string, identifier: string): Measure | null {
  return place === 'us' ? parseMeasure(session, identifier) : null
}

/**
 * API v3 includes actions and sponsors only on request. The latest action alone can make a bill's progress seem smaller
 * than it is.
 */
function omittedFields(record: JsonObject, status: BillStatus): { omitted?: OmittedField[] } {
  const fields: OmittedField[] = 'sponsorships' in record ? [] : ['sponsors']
  if (!('actions' in record)) {
    fields.push('actions')
    if (!('abstracts' in record)) fields.push('summary')
    if (!dateIn(record['first_action_date'])) fields.push('created_at')
    if (['introduced', 'active', 'engrossed'].includes(status)) fields.push('status')
  }
  return fields.length > 0 ? { omitted: fields } : {}
}

/** Returns which chambers must agree to a state measure, derived from its identifier. */
function stateMeasure(state: string, identifier: string, classes: readonly string[]): StateMeasure {
  const [prefix = ''] = /^[A-Za-z.]+/.exec(identifier) ?? []
  const letters = prefix.replace(/\./g, '').toUpperCase()
  const unicameral = ['ne', 'dc'].includes(state)
  // Bills are numbered "HB 1", "S 1" or "HF 1", and resolutions and memorials of one chamber "HR 1", "SM 1" or "LR 1".
  const isBill = classes.length === 0 ? /B|^[AHS]$|F$/.test(letters) : classes.includes('bill')
  const isChamberResolution = /^(H|S|A|HS|LR)R?M?$|^(AM|E|J|K|R|L)$/.test(letters)
  return {
    state,
    isBill,
    oneChamber: unicameral || (!isBill && isChamberResolution) || classes.includes('appointment'),
  }
}

function placeOf(record: JsonObject): string {
  const id = textIn(objectIn(record['jurisdiction'])['id']) || textIn(record['_source_path'])
  const [, state] = /(?:state|district|territory):([a-z]{2,3})\b/.exec(id) ?? []
  if (state === 'usa' || (!state && id.includes('country:us'))) return 'us'
  if (!state || !stateDivision(state)) {
    throw new UnusableRecord('The record does not name its state.')
  }
  return state
}

/**
 * Scrapers call some actions a law, a signature of the governor or a veto that are none: the signatures of the presiding officers in
 * Montana, the printing in Maine, acts that the Congress still reviews in the District of Columbia, and conditional vetoes in New Jersey.
 */
const isMisclassified =
  /\bengrossing department\b|^signed by (the )?(speaker|president)\b|^(signed|enacted) with act number|^transmitted to congress|\bconditional veto\b/i

/** Returns the actions of a bill, oldest first. */
function actionsOf(record: JsonObject, dates: DateRules): DatedAction[] {
  const latest = latestActionOf(record, dates)
  if (!('actions' in record)) return latest
  const actions = listIn(record['actions']).flatMap((action): DatedAction[] => {
    const date = dateIn(action['date'], dates)
    const text = textIn(htmlTextIn(action['description']))
    if (!date || text === '') return []
    const time = momentIn(action['date'], dates)
    const classes = isMisclassified.test(text) ? [] : textsIn(action['classification'])
    return [{ date, time, text, classes, body: bodyOf(action) }]
  })
  const newestFirst = (actions[0]?.date ?? '') > (actions.at(-1)?.date ?? '')
  // The order of a source counts within a day, unless it states the time of every action.
  const isTimed = actions.every(({ time }) => time !== null)
  return (newestFirst ? actions.toReversed() : actions).toSorted(
    (a, b) => a.date.localeCompare(b.date) || (isTimed ? (a.time ?? 0) - (b.time ?? 0) : 0),
  )
}

function latestActionOf(record: JsonObject, dates: DateRules): DatedAction[] {
  const date = dateIn(record['latest_action_date'], dates)
  const text = textIn(record['latest_action_description'])
  if (!date || text === '') return []
  // The record names the chamber of introduction only. A later action may be one of the other chamber.
  const isFirst = date === dateIn(record['first_action_date'], dates)
  const body = isFirst ? textIn(objectIn(record['from_organization'])['classification']) : ''
  return [{ date, time: null, text, classes: [], body }]
}

/** Returns the chamber of an action. Scrapers write it as `~{"classification": "lower"}`. */
function bodyOf(action: JsonObject): string {
  const [, scraped] = /"classification":\s*"(\w+)"/.exec(textIn(action['organization_id'])) ?? []
  return scraped ?? textIn(objectIn(action['organization'])['classification'])
}

function abstractOf(record: JsonObject): string {
  return htmlTextIn(listIn(record['abstracts'])[0]?.['abstract'])
}

function sponsorIn(entry: JsonObject): Sponsor[] {
  const name = textIn(entry['name'])
  if (name === '') return []
  const person = objectIn(entry['person'])
  const role =
    entry['primary'] === true || textIn(entry['classification']) === 'primary' ? 'Sponsor' : 'Cosponsor'
  const district = textIn(objectIn(person['current_role'])['district'])
  return [{ name, party: textIn(person['party']) || null, role, district: district || null }]
}

function firstVersionDay(place: string, record: JsonObject): string | null {
  const days = listIn(record['versions']).map((version) =>
    dateIn(version['date'], { zone: zoneOfState(place) }),
  )
  return days.filter((day) => day !== null).toSorted()[0] ?? null
}

/** Returns a first step for a bill whose record has no action. The text of the step says where the date comes from. */
function assumedStep(place: string, session: string, record: JsonObject): BillAction {
  const printed = firstVersionDay(place, record)
  return {
    date: printed ?? firstDayOf(place, session),
    text: `Introduced. The record names no action; this is the ${printed ? 'date of its text' : 'first day of the session'}.`,
    chamber: null,
  }
}

/** Returns the first day of the session, or January 1 of the year in the session's name. */
function firstDayOf(place: string, session: string): string {
  if (place === 'us' && /^\d{2,3}$/.test(session)) return congressSession(Number(session)).start_date
  const start = sessionStart(place, knownSession(place, session))
  if (start) return start
  const [year] = /(19|20)\d\d/.exec(session) ?? []
  if (!year) throw new UnusableRecord('The record has no date in its actions or versions.')
  return `${year}-01-01`
}

function readText(record: JsonObject): ImportedTextOnly {
  const version = versionFromText(pagedTextIn(record['extracted_text']), markupIn(record['html']))
  return {
    source_id: stateBillId(
      requiredText(record['state'], 'state'),
      requiredText(record['session'], 'session'),
      requiredText(record['identifier'], 'identifier'),
    ),
    source_name: 'Open States',
    version,
  }
}

/**
 * Reads the text of a version from files beside the record of its bill. `name` is the name of the files without their
 * endings.
 *
 * @throws UnusableRecord
 */
export function readTextBeside(
  record: JsonObject,
  name: string,
  { extracted, page }: { extracted: string; page: string },
): ImportedTextOnly {
  const { source_id, source_name } = readOpenStates(record)
  const read = versionFromText(pagedTextIn(extracted), markupIn(page))
  const version = versionOfFile(placeOf(record), record, name)
  return { source_id, source_name, version: { ...read, ...version, text: read.text } }
}

/** Works like `longTextIn`, and keeps the form feeds, which divide pages. */
function pagedTextIn(value: unknown): string {
  return typeof value === 'string' ? value.split('\f').map(longTextIn).join('\f') : ''
}

/** Returns the web page of the newest version, if the state's own site publishes it. */
function textUrlOf(state: string, record: JsonObject): { text_url?: string } {
  const pages = listIn(record['versions']).flatMap((version) =>
    listIn(version['links']).flatMap((link) => {
      const url = textIn(link['media_type']) === 'text/html' ? stateTextUrl(state, textIn(link['url'])) : null
      return url ? [{ url, rank: versionStage(`${state}/`, null, textIn(version['note'])) }] : []
    }),
  )
  const newest = pages.toSorted((a, b) => a.rank - b.rank).at(-1)
  return newest ? { text_url: newest.url } : {}
}
