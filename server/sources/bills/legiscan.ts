import {
  urlIn,
  clamp,
  dateIn,
  isJsonObject,
  listIn,
  markupIn,
  requiredText,
  objectIn,
  textIn,
  type DateRules,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { decodeBytes } from '#server/sources/fileText.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { legiscanParts } from '#server/sources/parts/legiscanParts.ts'
import { stateDates } from '#server/sources/sessions/sessionDates.ts'
import { legiScanStatus } from '#server/sources/status/statusLegiScan.ts'
import { versionFromText } from '#server/sources/text/openstatesVersions.ts'
import { longestTitle } from './federalBill.ts'
import {
  UnusableRecord,
  type ImportedBill,
  type ImportedTextOnly,
  type ImportedVersion,
} from './importedBill.ts'
import { billCode, requiredIdentifier, stateBillId } from './stateCodes.ts'
import { topicsOf } from './topics.ts'

/** Returns true if a JSON record is a LegiScan response: a bill, or another type of record in its data sets. */
export function isLegiScan(record: JsonObject): boolean {
  const bill = objectIn(record['bill'])
  if ('bill_id' in bill && 'state' in bill) return true
  return (
    'roll_call_id' in objectIn(record['roll_call']) ||
    'doc_id' in objectIn(record['text']) ||
    'person_hash' in objectIn(record['person'])
  )
}

/**
 * Reads LegiScan's `{bill: …}` with the versions that it lists, or `{text: …}` with one of their texts. Roll calls are
 * imported with the votes.
 *
 * @throws UnusableRecord
 */
export function readLegiScan(record: JsonObject): ImportedBill | ImportedTextOnly {
  if (isJsonObject(record['roll_call'])) {
    throw new UnusableRecord('The record is a roll call, not a bill. Import it with import votes.')
  }
  if (isJsonObject(record['person'])) throw new UnusableRecord('The record is a person, not a bill.')
  return isJsonObject(record['text']) ? readText(record['text']) : readBill(objectIn(record['bill']))
}

function readBill(bill: JsonObject): ImportedBill {
  const state = requiredText(bill['state'], 'state').toLowerCase()
  const number = requiredIdentifier(bill['bill_number'], 'bill number')
  const title = requiredText(bill['title'], 'title')
  const description = textIn(bill['description'])
  const session = sessionOf(objectIn(bill['session']))
  const dates = stateDates(state, session)
  const history = listIn(bill['history'])
    .flatMap((entry) => {
      const date = dateIn(entry['date'], dates)
      const text = textIn(entry['action'])
      return date && text ? [{ date, text, chamber: chambers[textIn(entry['chamber'])] ?? null }] : []
    })
    .toSorted((a, b) => a.date.localeCompare(b.date))
  const progress = listIn(bill['progress']).map((step) => ({
    day: dateIn(step['date'], dates),
    event: Number(step['event']),
  }))
  const versions = listIn(bill['texts']).flatMap((entry) => textVersion(entry, dates))
  const day =
    progress.find(({ event }) => event === 1)?.day ?? history[0]?.date ?? dateIn(bill['status_date'], dates)
  if (!day) throw new UnusableRecord('The record has no date.')
  if (state === 'us' || !stateDivision(state)) {
    throw new UnusableRecord(`Bills of "${state.toUpperCase()}" cannot be imported from LegiScan.`)
  }
  return {
    source_name: 'LegiScan',
    source_id: stateBillId(state, session, number),
    source_record_id: textIn(bill['bill_id']) || null,
    source_updated_at: null,
    source_checked_at: null,
    bill_code: billCode(state, session, number),
    title: clamp(title, longestTitle),
    summary: description === title ? '' : description,
    topics: topicsOf(
      listIn(bill['subjects']).map((subject) => textIn(subject['subject_name'])),
      title,
      description,
    ),
    government_level: 'state',
    jurisdiction: stateDivision(state) ?? '',
    status: legiScanStatus(
      Number(bill['status']),
      progress.map(({ event }) => event),
    ),
    created_at: `${day}T00:00:00.000Z`,
    source_url: urlIn(bill['url']) ?? urlIn(bill['state_link']),
    // The parts have the sponsors.
    sponsors: [],
    actions: history,
    ...('sponsors' in bill ? {} : { omitted: ['sponsors'] }),
    ...(versions.length > 0 ? { versions } : {}),
    parts: legiscanParts(bill, history, {
      state,
      idOf: (other) => stateBillId(state, session, other),
      codeOf: (other) => billCode(state, session, other),
    }),
  }
}

const chambers: Readonly<Record<string, string>> = {
  H: 'House',
  S: 'Senate',
  A: 'Assembly',
  L: 'Legislature',
}

/** Documents that LegiScan lists among the texts of a bill without being one. */
const otherDocument = /fiscal|analysis|veto/i

/** Reads a version. Several may have the same type, such as "Comm Sub", so the number of the document identifies it. */
function textVersion(entry: JsonObject, dates: DateRules): ImportedVersion[] {
  const label = textIn(entry['type']).replace(/^comm sub$/i, 'Committee Substitute')
  if (label === '' || otherDocument.test(label)) return []
  return [
    {
      code: null,
      label,
      printed_on: dateIn(entry['date'], dates),
      source_url: urlIn(entry['url']) ?? urlIn(entry['state_link']),
      source_document_id: textIn(entry['doc_id']) || null,
      text: null,
    },
  ]
}

/** Reads a text, which is a web page in base64. It names its bill by LegiScan's number and its version by that of the document. */
function readText(record: JsonObject): ImportedTextOnly {
  const [version] = textVersion(record, {})
  if (!version) throw new UnusableRecord(`Not the text of the bill itself: ${textIn(record['type'])}.`)
  const mime = textIn(record['mime'])
  if (mime !== 'text/html') {
    throw new UnusableRecord(`The text is ${mime || 'of no stated type'}, not a web page.`)
  }
  const page = decodeBytes(Buffer.from(textIn(record['doc']), 'base64'))
  const { text } = versionFromText('', markupIn(page))
  if (!text) throw new UnusableRecord('The record has no text.')
  return {
    source_id: '',
    source_record_id: requiredText(record['bill_id'], 'number of its bill'),
    source_name: 'LegiScan',
    version: { ...version, text },
  }
}

/**
 * Returns the name of a session, such as "2011-2012". If a special session has the same years, the session's name is
 * added.
 */
export function sessionOf(session: JsonObject): string {
  const from = textIn(session['year_start'])
  const to = textIn(session['year_end'])
  if (!/^\d{4}$/.test(from)) throw new UnusableRecord('The record does not name its session.')
  const years = to && to !== from ? `${from}-${to}` : from
  return Number(session['special']) > 0 ? `${years} ${textIn(session['session_name'])}` : years
}
