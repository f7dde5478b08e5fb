import type { BillAction, Sponsor } from '#contract/bills/billContent.ts'
import {
  urlIn,
  clamp,
  dateIn,
  listIn,
  timestampIn,
  requiredText,
  objectIn,
  textIn,
  type DateRules,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import {
  federalDistrict,
  federalName,
  federalParts,
  type FederalLists,
} from '#server/sources/parts/federalParts.ts'
import { partyName, type Measure } from '#server/sources/people/congressNames.ts'
import { congressSession } from '#server/sources/sessions/bundledSessions.ts'
import { federalDates } from '#server/sources/sessions/sessionDates.ts'
import { federalStatus } from '#server/sources/status/statusFederal.ts'
import { htmlTextIn } from '#server/sources/text/htmlText.ts'
import { federalLabel, federalVersion } from '#server/sources/text/textVersion.ts'
import { congressZone } from '#server/sources/zones.ts'
import type { ImportedBill, ImportedVersion, OmittedField } from './importedBill.ts'
import { policyArea, topicsOf } from './topics.ts'

/** The fields that every record of the Library of Congress has. Each source finds them in its own format. */
type FederalRecord = {
  measure: Measure
  bill: JsonObject
  /** The actions, newest first, as published. */
  actions: readonly JsonObject[]
  sponsors: readonly JsonObject[]
  cosponsors: readonly JsonObject[]
  summaries: readonly JsonObject[]
  policyArea: string
  textVersions: readonly JsonObject[]
  lists: FederalLists
  checkedAt: string | null
  /** The fields that this kind of record never contains. */
  omitted: OmittedField[]
}

type CodedAction = BillAction & { code: string; roll_number: number | null }

/** The longest title that is shown. Only titles of state bills come near this length. */
export const longestTitle = 1000

/** Builds a bill of Congress from a record of Congress.gov or GovInfo. */
export function federalBill(record: FederalRecord): ImportedBill {
  const { measure, bill } = record
  const title = clamp(requiredText(bill['title'], 'title'), longestTitle)
  const summary = withoutTitle(summaryOf(record.summaries), title)
  const dates = federalDates(measure.congress)
  const actions = actionsOf(record, dates)
  const introduced = dateIn(bill['introducedDate'], dates)
  const enacted =
    Object.keys(objectIn(bill['laws'])).length > 0 || (Array.isArray(bill['laws']) && bill['laws'].length > 0)
  const status = enacted ? 'passed' : federalStatus(actions, measure)
  const area = policyArea(record.policyArea)
  // The latest action alone can make a bill's progress seem smaller than it is, so only final statuses are trusted.
  const isStatusUncertain =
    record.omitted.includes('actions') && ['introduced', 'active', 'engrossed'].includes(status)
  return {
    source_name: 'Congress.gov',
    source_id: measure.source_id,
    source_updated_at: updatedAt(bill),
    source_checked_at: record.checkedAt,
    bill_code: measure.bill_code,
    title,
    summary,
    topics: area ? [area] : topicsOf([], title, summary),
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status,
    // A bill number that is only reserved has no date, so it gets the first day of its Congress.
    created_at: `${introduced ?? actions[0]?.date ?? congressSession(measure.congress).start_date}T00:00:00.000Z`,
    source_url: urlIn(bill['legislationUrl']) ?? measure.url,
    sponsors: [...people(record.sponsors, 'Sponsor'), ...people(record.cosponsors, 'Cosponsor')],
    actions: actions.map(({ date, text, chamber }) => ({ date, text, chamber })),
    parts: federalParts(
      measure,
      record.omitted.includes('sponsors') ? null : record,
      record.omitted.includes('actions') ? null : actions,
      record.lists,
    ),
    ...namedVersions(record.textVersions),
    ...omittedFields([
      ...record.omitted,
      ...(isStatusUncertain ? (['status'] as const) : []),
      ...(introduced ? [] : (['created_at'] as const)),
    ]),
  }
}

/** Returns the versions that the record lists. Their texts are separate documents. */
function namedVersions(listed: readonly JsonObject[]): { versions?: ImportedVersion[] } {
  const versions = listed.flatMap((entry): ImportedVersion[] => {
    const name = textIn(entry['type'])
    if (name === '') return []
    const code = federalVersion(name)
    const formats = [...listIn(entry['formats']), ...listIn(objectIn(entry['formats'])['item'])]
    const isAmendment = code === 'eas' || code === 'eah'
    return [
      {
        code,
        label: federalLabel(code),
        ...(isAmendment ? { document_type: 'amendment' as const } : {}),
        printed_on: dateIn(entry['date'], { zone: congressZone }),
        source_url: formats.map((format) => urlIn(format['url'])).find((url) => url !== null) ?? null,
        text: null,
      },
    ]
  })
  return versions.length > 0 ? { versions } : {}
}

function updatedAt(bill: JsonObject): string | null {
  const moments = [timestampIn(bill['updateDate']), timestampIn(bill['updateDateIncludingText'])]
  return (
    moments
      .filter((moment) => moment !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

/**
 * Returns the omitted fields. A record with actions is complete: its status and dates count, even if it names no day of
 * introduction.
 */
function omittedFields(omitted: OmittedField[]): { omitted?: OmittedField[] } {
  return omitted.includes('actions') ? { omitted: [...new Set(omitted)].toSorted() } : {}
}

function actionsOf({ actions, bill }: FederalRecord, dates: DateRules): CodedAction[] {
  const latest = actions.length === 0 ? [objectIn(bill['latestAction'])] : actions
  const seen = new Set<string>()
  const dated = latest.flatMap((action): CodedAction[] => {
    const date = dateIn(action['actionDate'], dates)
    const text = textIn(htmlTextIn(action['text']))
    if (!date || text === '' || seen.has(`${date} ${text}`)) return []
    seen.add(`${date} ${text}`)
    const code = textIn(action['actionCode'])
    const vote = listIn(action['recordedVotes'], 'recordedVote')[0] ?? {}
    const voted = { S: 'Senate', H: 'House' }[textIn(vote['chamber']).slice(0, 1).toUpperCase()]
    const chamber = chamberOf(code, textIn(objectIn(action['sourceSystem'])['name']), text) ?? voted ?? null
    return [{ date, text, code, chamber, roll_number: Number(textIn(vote['rollNumber'])) || null }]
  })
  return dated.reverse().toSorted((a, b) => a.date.localeCompare(b.date))
}

/**
 * Returns the chamber of an action, from the system that reported it or from its code. The Library of Congress numbers
 * actions of the House below 10000 and those of the Senate from 10000 to 19999. Actions of the president belong to no
 * chamber.
 */
function chamberOf(code: string, system: string, text: string): string | null {
  if (/president|public law|private law/i.test(text) && /^(E|28000|31000|36000|41000)/.test(code)) return null
  if (system.startsWith('House') || /^(H|Intro-H)/.test(code)) return 'House'
  if (system.startsWith('Senate') || code.startsWith('Intro-S')) return 'Senate'
  if (/^\d{4}$/.test(code)) return 'House'
  if (/^1\d{4}$/.test(code)) return 'Senate'
  return null
}

function people(list: readonly JsonObject[], role: string): Sponsor[] {
  return list.flatMap((person) => {
    const name = federalName(person)
    if (name === '') return []
    return [{ name, party: partyName(textIn(person['party'])), role, district: federalDistrict(person) }]
  })
}

function summaryOf(summaries: readonly JsonObject[]): string {
  const newest = summaries.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b))).at(-1)
  if (!newest) return ''
  return htmlTextIn(newest['text']) || htmlTextIn(objectIn(newest['cdata'])['text'])
}

/** Removes the title from the start of a summary, because the page shows the title right above it. */
function withoutTitle(summary: string, title: string): string {
  const [first = '', ...rest] = summary.split('\n')
  const isTitle = first.replace(/\.$/, '').toLowerCase() === title.replace(/\.$/, '').toLowerCase()
  return isTitle && rest.length > 0 ? rest.join('\n').trim() : summary
}

function dateOf(summary: JsonObject): string {
  return `${textIn(summary['actionDate'])} ${textIn(summary['updateDate'] ?? summary['lastSummaryUpdateDate'])}`
}
