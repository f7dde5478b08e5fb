import { isJsonObject, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { notInFormat } from '#server/sources/recordFiles.ts'
import { isBillText, readBillText } from '#server/sources/text/billText.ts'
import { isBillstatus, readBillstatus } from './billstatus.ts'
import { isLegistar, readLegistar } from './cities/legistar.ts'
import { isNyc, readNyc } from './cities/nyc.ts'
import { isCongress, readCongress } from './congress.ts'
import { isHurd, readHurd } from './hurd.ts'
import { UnusableRecord, type ImportedBill, type ImportedTextOnly } from './importedBill.ts'
import { isLegiScan, readLegiScan } from './legiscan.ts'
import { isOpenStates, readOpenStates } from './openstates.ts'

export const billFormats = [
  'billstatus',
  'billtext',
  'congress',
  'openstates',
  'legiscan',
  'legistar',
  'nyc',
  'hurd',
] as const
export type BillFormat = (typeof billFormats)[number]

type ImportedBillRecord = ImportedBill | ImportedTextOnly
type JsonSource = {
  is(record: JsonObject): boolean
  read(record: JsonObject, file: string): ImportedBillRecord
}
type XmlSource = { isXml(xml: string): boolean; readXml(xml: string): ImportedBillRecord }

const xmlSources: Partial<Record<BillFormat, XmlSource>> = {
  billstatus: { isXml: isBillstatus, readXml: readBillstatus },
  billtext: { isXml: isBillText, readXml: readBillText },
}

const jsonSources: Partial<Record<BillFormat, JsonSource>> = {
  hurd: { is: isHurd, read: readHurd },
  openstates: { is: isOpenStates, read: readOpenStates },
  legiscan: { is: isLegiScan, read: readLegiScan },
  legistar: { is: isLegistar, read: readLegistar },
  nyc: { is: isNyc, read: readNyc },
  congress: { is: isCongress, read: readCongress },
  // The bulk JSON made from BILLSTATUS documents is accepted under both names.
  billstatus: { is: isCongress, read: readCongress },
}

// The order in which formats are tried. Hurd's own format comes first because only it has a source_id. Congress comes
// late, because its fields `number` and `type` are common.
const detectionOrder: readonly BillFormat[] = [
  'hurd',
  'openstates',
  'legiscan',
  'legistar',
  'nyc',
  'congress',
  'billstatus',
  'billtext',
]

/**
 * Returns the format of a record, which is an XML document as a string or a JSON value, or null if the format is unknown.
 */
export function detectFormat(record: unknown): BillFormat | null {
  const detected = detectionOrder.find((format) =>
    typeof record === 'string'
      ? xmlSources[format]?.isXml(record)
      : isJsonObject(record) && jsonSources[format]?.is(record),
  )
  return detected ?? null
}

/**
 * Converts one source record to a bill or a text.
 *
 * @param file the path of the file, which names the city of a Legistar record
 * @throws UnusableRecord
 */
export function readRecord(format: BillFormat, record: unknown, file: string): ImportedBillRecord {
  if (typeof record === 'string') {
    const source = xmlSources[format]
    if (!source) throw new UnusableRecord(`An XML document cannot be read as ${format}.`)
    if (!source.isXml(record)) throw new UnusableRecord(notInFormat(format))
    return source.readXml(record)
  }
  const source = jsonSources[format]
  if (!source) throw new UnusableRecord(`A JSON record cannot be read as ${format}.`)
  if (!isJsonObject(record)) throw new UnusableRecord('The record is not a JSON object.')
  if (!source.is(record)) throw new UnusableRecord(notInFormat(format))
  return source.read(record, file)
}

/** Returns the records in a JSON document: the entries of a list or of a page of an API, or the document itself. */
export function recordsIn(document: unknown): unknown[] {
  if (Array.isArray(document)) return document
  if (!isJsonObject(document)) return [document]
  for (const key of ['bills', 'results', 'matters', 'value']) {
    if (Array.isArray(document[key])) return document[key]
  }
  return [document]
}

/** Returns the bill number in a record, as far as one can be read so that a report can name the record. */
export function nameOf(record: unknown): string {
  const outer = objectIn(record)
  const bill =
    [outer['bill'], outer['matter'], outer['text'], outer]
      .map(objectIn)
      .find((value) => Object.keys(value).length > 0) ?? outer
  const name = textIn(
    bill['identifier'] ??
      bill['bill_number'] ??
      bill['MatterFile'] ??
      bill['File'] ??
      bill['bill_code'] ??
      bill['bill_identifier'] ??
      bill['bill'],
  )
  if (name) return name
  return 'number' in bill && 'type' in bill ? `${textIn(bill['type'])} ${textIn(bill['number'])}` : ''
}
