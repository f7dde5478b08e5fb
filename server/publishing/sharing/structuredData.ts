import type { MeasureType } from '#contract/bills/progress.ts'
import { withoutSessionEnd } from '#contract/bills/roadTexts.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { divisionName } from '#contract/places.ts'
import { assemblies } from '#server/legislation/bills/parts/measures.ts'
import type { SharedPageBill } from './sharedQueries.ts'

type JsonLd = Record<string, unknown>

const types: Readonly<Record<MeasureType, string>> = {
  bill: 'Bill',
  joint_resolution: 'Joint resolution',
  constitutional_amendment: 'Constitutional amendment',
  concurrent_resolution: 'Concurrent resolution',
  resolution: 'Resolution',
  ordinance: 'Ordinance',
  land_use: 'Land use decision',
  appointment: 'Appointment',
  proclamation: 'Proclamation',
  other: 'Measure',
}

const mediaTypes: Readonly<Record<string, string>> = {
  xml: 'application/xml',
  uslm: 'application/xml',
  html: 'text/html',
  plain: 'text/plain',
  pdf: 'application/pdf',
}

/**
 * Returns a bill as schema.org Legislation, for search engines and other programs. A property whose value the records
 * do not show is left out.
 */
export function structuredData(bill: SharedPageBill, origin: string): JsonLd {
  const { progress, versions, related } = bill.structured
  const url = origin + billPagePath(bill.path)
  const law = progress?.stages.find(({ stage, state }) => stage === 'law' && state === 'completed')
  const current = versions.find(({ is_current }) => is_current) ?? versions[0]
  return withoutEmpty({
    '@context': 'https://schema.org',
    '@type': 'Legislation',
    '@id': url,
    url,
    legislationIdentifier: bill.bill_code,
    name: bill.title,
    abstract: bill.summary,
    inLanguage: 'en-US',
    legislationType: progress ? types[progress.measure_type] : 'Bill',
    legislationJurisdiction: place(bill.jurisdiction),
    legislationPassedBy: bodiesThatPassed(bill).map((name) => ({ '@type': 'Organization', name })),
    // The day on which the bill became law. Missing if it is not a law.
    legislationDate: law?.since,
    dateCreated: bill.structured.introduced_on,
    dateModified: bill.structured.modified_on,
    legislationDateVersion: current?.printed_on ?? bill.structured.modified_on,
    legislationLegalForce: `https://schema.org/${law ? 'InForce' : 'NotInForce'}`,
    legislationChanges: related.map(({ bill_code, path, title }) =>
      withoutEmpty({
        '@type': 'Legislation',
        legislationIdentifier: bill_code,
        name: title,
        url: path === null ? null : origin + billPagePath(path),
      }),
    ),
    hasPart: versions.map(({ label, printed_on, source_url, text_format }) =>
      withoutEmpty({
        '@type': 'LegislationObject',
        name: label,
        legislationIdentifier: bill.bill_code,
        legislationDateVersion: printed_on,
        legislationLegalValue: 'https://schema.org/UnofficialLegalValue',
        encodingFormat: text_format === null ? null : mediaTypes[text_format],
        url: source_url,
      }),
    ),
    sponsor: bill.sponsors.flatMap(({ name }) => (name.trim() === '' ? [] : [{ '@type': 'Person', name }])),
    isBasedOn: bill.source_url,
    publisher: { '@type': 'Organization', name: bill.source_name },
  })
}

function place(jurisdiction: string): JsonLd {
  return { '@type': 'AdministrativeArea', name: divisionName(jurisdiction), identifier: jurisdiction }
}

/**
 * Returns each body that passed the bill according to its progress, such as "U.S. House", "Michigan Senate" or "New
 * York, NY City Council".
 */
function bodiesThatPassed({ structured, government_level, jurisdiction }: SharedPageBill): string[] {
  const prefix = government_level === 'federal' ? 'U.S.' : divisionName(jurisdiction)
  const stages = structured.progress?.stages ?? []
  return stages.flatMap(({ stage, label }) => {
    let name = passedBy(label)
    // The record shows that both agreed and not when the second one voted.
    if (stage === 'second_chamber' && withoutSessionEnd(label) === 'Both chambers agreed') {
      const first = passedBy(stages.find((other) => other.stage === 'first_chamber')?.label ?? '')
      const house = assemblies.has(jurisdiction.slice(-2)) ? 'Assembly' : 'House'
      name = first === 'Senate' ? house : first && 'Senate'
    }
    if (!name) return []
    return [`${prefix} ${government_level === 'local' && name === 'Council' ? 'City Council' : name}`]
  })
}

function passedBy(label: string): string | undefined {
  // A bill that was carried over, or that its session ended, has passed the body all the same.
  return /^(?:Passed|Adopted by|Approved by|Confirmed by) the (.+?)(?:, carried over)?$/.exec(
    withoutSessionEnd(label),
  )?.[1]
}

function withoutEmpty(properties: JsonLd): JsonLd {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
