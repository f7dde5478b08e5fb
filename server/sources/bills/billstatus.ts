import { listIn, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { measure } from '#server/sources/people/congressNames.ts'
import { find, parseXml, xmlToJson } from '#server/sources/xmlTree.ts'
import { federalBill } from './federalBill.ts'
import { UnusableRecord, type ImportedBill } from './importedBill.ts'

/** Returns true if an XML document is a GovInfo BILLSTATUS record, of any generation. */
export function isBillstatus(xml: string): boolean {
  return /<billStatus[\s>]/.test(xml.slice(0, 2000))
}

/**
 * Reads a GovInfo BILLSTATUS document. Old generations have `billType`/`billNumber` and `billSummaries/item`. The
 * current one has `type`/`number` and `summaries/summary`.
 *
 * @throws UnusableRecord
 */
export function readBillstatus(xml: string): ImportedBill {
  const bill = billOfXml(xml)
  const subjects = objectIn(bill['subjects'])
  const area =
    objectIn(bill['policyArea'])['name'] ?? objectIn(objectIn(subjects['billSubjects'])['policyArea'])['name']
  const summaries = objectIn(bill['summaries'])
  return federalBill({
    measure: measure(
      textIn(bill['congress']),
      textIn(bill['type'] ?? bill['billType']),
      textIn(bill['number'] ?? bill['billNumber']),
    ),
    bill,
    actions: listIn(objectIn(bill['actions'])['item']),
    sponsors: listIn(objectIn(bill['sponsors'])['item']),
    cosponsors: listIn(objectIn(bill['cosponsors'])['item']),
    summaries: [...listIn(objectIn(summaries['billSummaries'])['item']), ...listIn(summaries['summary'])],
    policyArea: textIn(area),
    lists: {
      committees: objectIn(bill['committees'])['billCommittees'] ?? bill['committees'],
      relatedBills: bill['relatedBills'],
      amendments: bill['amendments'],
      costEstimates: bill['cboCostEstimates'],
      subjects: subjects['legislativeSubjects'] ?? objectIn(subjects['billSubjects'])['legislativeSubjects'],
    },
    textVersions: listIn(objectIn(bill['textVersions'])['item']),
    checkedAt: null,
    omitted: [],
  })
}

/** Returns the bill of a BILLSTATUS document, in the shape of the JSON. */
export function billOfXml(xml: string): JsonObject {
  const root = parseXml(xml)
  const element = root.name === 'billStatus' ? find(root, 'bill') : null
  if (!element) throw new UnusableRecord('The XML document is not a BILLSTATUS record.')
  return objectIn(xmlToJson(element))
}
