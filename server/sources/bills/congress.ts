import {
  dateIn,
  isJsonObject,
  listIn,
  longTextIn,
  timestampIn,
  objectIn,
  textIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { measure, parseMeasure } from '#server/sources/people/congressNames.ts'
import { outlineText } from '#server/sources/text/outlineText.ts'
import { federalLabel, federalVersion } from '#server/sources/text/textVersion.ts'
import { federalBill } from './federalBill.ts'
import { UnusableRecord, type ImportedBill, type ImportedTextOnly } from './importedBill.ts'

/**
 * Returns true if a JSON record comes from Congress.gov: a whole bill, a bill detail, an entry of a list, or a text of
 * the bulk data.
 */
export function isCongress(record: JsonObject): boolean {
  const bill = billIn(record)
  if (typeof record['bill'] === 'string') return 'congress' in record && 'text' in record
  return (
    'congress' in bill && ('type' in bill || 'billType' in bill) && ('number' in bill || 'billNumber' in bill)
  )
}

/**
 * Reads a record of the Congress.gov API (v3) or of its bulk form, which has actions, summaries and subjects beside the
 * bill.
 *
 * @throws UnusableRecord
 */
export function readCongress(record: JsonObject): ImportedBill | ImportedTextOnly {
  if (typeof record['bill'] === 'string') return readText(record, record['bill'])
  const bill = billIn(record)
  const federalMeasure = measure(
    textIn(bill['congress']),
    textIn(bill['type'] ?? bill['billType']),
    textIn(bill['number'] ?? bill['billNumber']),
  )
  const isBulk = ['titles', 'actions', 'subjects'].some((name) => listOf(record, name) !== undefined)
  const subjects = objectIn(listIn(listOf(record, 'subjects'))[0])
  const area = objectIn(bill['policyArea'])['name'] ?? objectIn(subjects['policyArea'])['name']
  const isDetail = 'sponsors' in bill
  return federalBill({
    measure: federalMeasure,
    bill,
    actions: listIn(listOf(record, 'actions')),
    sponsors: listIn(bill['sponsors']),
    cosponsors: listIn(listOf(record, 'cosponsors')),
    summaries: listIn(listOf(record, 'summaries'), 'summary'),
    policyArea: textIn(area),
    lists: {
      committees: listOf(record, 'committees'),
      relatedBills: listOf(record, 'relatedbills', 'relatedBills'),
      amendments: amendmentsIn(record),
      costEstimates: bill['cboCostEstimates'],
      subjects: subjects['legislativeSubjects'],
    },
    textVersions: listIn(
      record['textVersions'] ?? listOf(record, 'text', 'textVersions') ?? bill['textVersions'],
    ),
    checkedAt: timestampIn(record['_accessed']),
    // A bill detail names its sponsor but no cosponsors, so its list of sponsors does not count as complete.
    omitted: isBulk ? [] : ['actions', 'summary', 'sponsors', ...(isDetail ? [] : (['topics'] as const))],
  })
}

/**
 * Returns the bill itself. A whole bill of the API contains one response per part: `{bill: {bill: …}, actions: {actions:
 * …}}`.
 */
export function billIn(record: JsonObject): JsonObject {
  const outer = isJsonObject(record['bill']) ? record['bill'] : record
  return isJsonObject(outer['bill']) ? outer['bill'] : outer
}

/** Returns the amendments. Some records wrap them in a list whose only entry is `{amendment: […]}`. */
function amendmentsIn(record: JsonObject): unknown {
  const entries = listOf(record, 'amendments')
  const [first] = listIn(entries)
  return first && 'amendment' in first ? first : entries
}

/**
 * Returns a list beside the bill, under its own name or inside an object of that name. A bill detail has only the number of
 * entries and the URL of each list, which is no list.
 */
export function listOf(record: JsonObject, name: string, inner = name): unknown {
  const value = record[name]
  if (!isJsonObject(value)) return value
  if (inner in value) return value[inner]
  return 'count' in value && 'url' in value ? undefined : value
}

function readText(record: JsonObject, words: string): ImportedTextOnly {
  const federalMeasure = parseMeasure(textIn(record['congress']), words)
  if (!federalMeasure) throw new UnusableRecord(`"${words}" is not the number of a federal bill.`)
  const full = longTextIn(record['text'])
  if (full.trim() === '') {
    const fault = textIn(record['fetchError'])
    throw new UnusableRecord(fault ? `The text was never downloaded: ${fault}.` : 'The record has no text.')
  }
  const code = federalVersion(textIn(record['versionType'])) || null
  return {
    source_id: federalMeasure.source_id,
    source_name: 'Congress.gov',
    version: {
      code,
      label: code ? federalLabel(code) : 'Bill text',
      printed_on: dateIn(record['versionDate'] ?? record['date']),
      text: outlineText(full),
    },
  }
}
