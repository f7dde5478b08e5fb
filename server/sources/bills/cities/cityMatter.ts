import type { BillAction, BillStatus, Sponsor } from '#contract/bills/billContent.ts'
import { longestTitle } from '#server/sources/bills/federalBill.ts'
import {
  UnusableRecord,
  type ImportedBill,
  type ImportedVersion,
  type OmittedField,
} from '#server/sources/bills/importedBill.ts'
import { topicsOf } from '#server/sources/bills/topics.ts'
import { clamp, dateIn } from '#server/sources/externalJson.ts'
import type { City } from '#server/sources/jurisdictions.ts'
import { cityParts, isCommittee, type MatterSponsor } from '#server/sources/parts/cityParts.ts'
import { localStatus } from '#server/sources/status/statusLocal.ts'
import { readPlainText } from '#server/sources/text/plainSections.ts'
import { zoneOfDivision } from '#server/sources/zones.ts'

/** The fields of a Legistar matter, from its Web API or from New York City's own files. */
export type Matter = {
  source_name: string
  city: City
  /** The number under which the city files the matter, such as "Int 1524-2025". */
  file: string
  /** Legistar's internal number. */
  id: string
  name: string
  title: string
  typeName: string
  statusName: string
  introduced: string | null
  updatedAt: string | null
  summary: string
  /** Null if the record does not list them. */
  sponsors: readonly MatterSponsor[] | null
  /** The history, oldest first. Null if the record does not list it. */
  history: readonly BillAction[] | null
}

/** Matches the kinds of matter that make law or state the council's position. Other matters are routine business. */
const lawmaking =
  /ordinance|local law|resolution|land use|^introduction$|council bill|\bbill\b|charter amendment|zoning/i

/** Returns true if matters of this type make law or state the council's position. */
export function isLawmaking(typeName: string): boolean {
  return lawmaking.test(typeName)
}

/**
 * Reads a city's ordinance, local law, resolution or land use decision.
 * @throws UnusableRecord for any other matter
 */
export function cityBill(matter: Matter): ImportedBill {
  const { city, file } = matter
  if (file === '') throw new UnusableRecord('The record has no file number.')
  if (!isLawmaking(matter.typeName)) {
    throw new UnusableRecord(`Not a bill: ${matter.typeName || 'a matter without a type'}.`)
  }
  const title = clamp(matter.name || matter.title, longestTitle)
  if (title === '') throw new UnusableRecord('The record has no title.')
  const history = matter.history ?? []
  const day =
    matter.introduced ?? history[0]?.date ?? dateIn(matter.updatedAt, { zone: zoneOfDivision(city.division) })
  if (!day) throw new UnusableRecord('The record has no date.')
  const summary = matter.summary || (matter.name !== '' && matter.title !== matter.name ? matter.title : '')
  // Whatever a committee decides, the council still has the matter, unless it was withdrawn or filed.
  const newest = history
    .toReversed()
    .map(({ text, chamber }) => (isCommittee(chamber) && !/withdrawn|^filed/i.test(text) ? 'reported' : text))
  const status = localStatus(city.client, matter.statusName, newest)
  return {
    source_name: matter.source_name,
    source_id: matterId(city, file),
    source_record_id: matter.id ? `${city.client}/${matter.id}` : null,
    source_updated_at: matter.updatedAt,
    source_checked_at: null,
    bill_code: cityCode(city, file),
    title,
    summary,
    topics: topicsOf([], title, summary),
    government_level: 'local',
    jurisdiction: city.division,
    status,
    created_at: `${day}T00:00:00.000Z`,
    // Matters have different numbers in the API and on the pages. This gateway URL redirects to the page in every city.
    source_url: matter.id
      ? `${city.site}/gateway.aspx?m=l&id=/matter.aspx?key=${encodeURIComponent(matter.id)}`
      : null,
    sponsors: sponsors((matter.sponsors ?? []).map(({ name }) => name)),
    actions: [...history],
    parts: cityParts(city, { typeName: matter.typeName, title }, matter.sponsors, matter.history),
    ...omittedFields(matter, status),
  }
}

/** Without its history, a matter can seem to be at an earlier step than it is. */
function omittedFields(
  { sponsors: people, history, introduced }: Matter,
  status: BillStatus,
): { omitted?: OmittedField[] } {
  const fields: OmittedField[] = people === null ? ['sponsors'] : []
  if (history === null) {
    fields.push('actions')
    if (introduced === null) fields.push('created_at')
    if (status === 'introduced') fields.push('status')
  }
  return fields.length > 0 ? { omitted: fields } : {}
}

/** Returns the label of a version. "*" is the text as it was filed, and later versions have letters or numbers. */
function versionLabel(letter: string): string {
  return letter === '' || letter === '*' ? 'As introduced' : `Version ${letter}`
}

/** Returns the version that a record names by its letter, with its text if the record has one. */
export function cityVersion(letter: string, source_url: string | null, plain: string): ImportedVersion[] {
  const text = readPlainText(plain)
  const hasText = text.full_text !== ''
  if (letter === '' && !hasText) return []
  return [
    {
      code: letter || null,
      label: versionLabel(letter),
      printed_on: null,
      source_url,
      text: hasText ? { format: 'plain', ...text, struck_sections: [], formatted_text: null } : null,
    },
  ]
}

/**
 * Returns the id of a matter. "Int 1524-2025" of New York City becomes "nyc/2025/int1524". In other cities, an id is
 * like "boston/2026-1882".
 */
export function matterId(city: City, file: string): string {
  const [, kind, number, year] = /^([A-Za-z]+)\s*0*(\d+)-(\d{4})$/.exec(file) ?? []
  if (city.client === 'nyc' && kind && number && year) return `nyc/${year}/${kind.toLowerCase()}${number}`
  return `${city.client}/${file.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}

/** Returns the code of a matter. New York City pads its file numbers, so "Int 0511-2026" becomes "Int 511-2026". */
function cityCode(city: City, file: string): string {
  return city.client === 'nyc' ? file.replace(/^([A-Za-z]+)\s*0*(\d+-\d{4})/, '$1 $2') : file
}

function sponsors(names: readonly string[]): Sponsor[] {
  return [...new Set(names.filter((name) => name !== ''))].map((name, index) => ({
    name,
    party: null,
    role: index === 0 ? 'Sponsor' : 'Cosponsor',
    district: null,
  }))
}
