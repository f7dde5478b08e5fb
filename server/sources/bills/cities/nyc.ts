import { UnusableRecord, type ImportedBill } from '#server/sources/bills/importedBill.ts'
import {
  dateIn,
  listIn,
  longTextIn,
  timestampIn,
  textIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { newYorkCity } from '#server/sources/jurisdictions.ts'
import { cityBill, cityVersion } from './cityMatter.ts'
import { byDate } from './legistar.ts'

/**
 * Returns true if a JSON record belongs to New York City's legislation files: a matter, a person, a meeting or an RTF
 * body.
 */
export function isNyc(record: JsonObject): boolean {
  if ('RTF' in record) return 'File' in record
  if ('File' in record) return 'StatusName' in record && 'TypeName' in record
  return 'GUID' in record && ('FullName' in record || 'AgendaStatusID' in record || 'BodyName' in record)
}

/**
 * Reads a matter of New York City's council with its history, sponsors and plain text.
 * @throws UnusableRecord
 */
export function readNyc(record: JsonObject): ImportedBill {
  if ('RTF' in record) {
    throw new UnusableRecord('Not a bill: the RTF body of a bill, whose plain text comes with its matter.')
  }
  if ('FullName' in record) throw new UnusableRecord('Not a bill: a person.')
  if (!('File' in record)) throw new UnusableRecord('Not a bill: a meeting.')
  const bill = cityBill({
    source_name: 'New York City Council',
    city: newYorkCity,
    file: textIn(record['File']),
    id: textIn(record['ID']),
    name: textIn(record['Name']),
    title: textIn(record['Title']),
    typeName: textIn(record['TypeName']),
    statusName: textIn(record['StatusName']),
    introduced: dateIn(record['IntroDate']),
    updatedAt: timestampIn(record['LastModified']),
    summary: textIn(record['Summary']),
    sponsors: listIn(record['Sponsors']).map((person) => {
      const id = textIn(person['ID'])
      return { name: textIn(person['FullName']), source_person_id: id ? `nyc-${id}` : null }
    }),
    history: listIn(record['History'])
      .flatMap((entry) => {
        const date = dateIn(entry['Date'])
        const text = textIn(entry['Action'])
        return date && text ? [{ date, text, chamber: textIn(entry['BodyName']) || null }] : []
      })
      .toSorted(byDate),
  })
  const versions = cityVersion(textIn(record['Version']), bill.source_url, longTextIn(record['Text']))
  return versions.length > 0 ? { ...bill, versions } : bill
}
