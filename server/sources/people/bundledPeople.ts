import { readFile } from 'node:fs/promises'
import type { JsonObject } from '#server/sources/externalJson.ts'
import type { PersonReading } from './importedPerson.ts'
import { peopleFormats, readPerson, type PeopleFormat } from './peopleFormats.ts'

/*
 * The table of officials that comes with Hurd. A heading names the roster and date of the lines below it, and the
 * fields that they share. Each line is one person with cells separated by tabs; empty cells at the end are omitted:
 *
 *   = congress-legislators 2026-06-15
 *   M001153  Lisa Murkowski  AK  sen  Republican  202-224-6665  https://…  2023-01-03  2029-01-03
 *   = openstates-people 2026-08-05 state:tx lower house.texas.gov
 *   id       Ann Archer      37       D           512-463-0000  ann.archer  https://…  2025-01-14
 *   = nyc 2026-08-21 place:new_york council council.nyc.gov
 *   7825     Alexa Avilés    38               212-788-7372  District38  https://…  2026-01-01  2029-12-31
 *
 * The id of an Open States person is its UUID in base64url. An email address without a domain uses the heading's
 * domain. D, R and I abbreviate the three most common parties. The Public Advocate of New York City has no district.
 */

const parties: Readonly<Record<string, string>> = { D: 'Democratic', R: 'Republican', I: 'Independent' }

type Heading = { format: PeopleFormat; checked: string; area: string; type: string; domain: string }

/** Yields the people of the bundled table, each read by the reader of its roster. */
export async function* bundledPeople(file: string): AsyncGenerator<PersonReading> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  let heading: Heading | null = null
  for (const [index, line] of lines.entries()) {
    const [, roster, checked = '', area = '', type = '', domain = ''] =
      /^= (\S+) (\S+)(?: (\S+) (\S+)(?: (\S+))?)?$/.exec(line) ?? []
    if (roster) {
      const format = peopleFormats.find((name) => name === roster)
      if (!format) throw new Error(`${file}: line ${index + 1} names no known roster.`)
      heading = { format, checked: `${checked}T00:00:00.000Z`, area, type, domain }
      continue
    }
    const position = { file, record: `line ${index + 1}` }
    if (!heading) throw new Error(`${file}: line 1 is not a heading.`)
    const imported = readPerson(heading.format, recordOf(line, heading))
    yield { ...position, imported: { ...imported, source_checked_at: heading.checked } }
  }
}

function recordOf(line: string, heading: Heading): JsonObject {
  if (heading.format === 'congress-legislators') return congressRecord(line)
  return heading.format === 'nyc' ? councilRecord(line, heading) : stateRecord(line, heading)
}

function congressRecord(line: string): JsonObject {
  const [id, name, state, district, party, phone, contact_form, start, end] = line.split('\t')
  const seat = district === 'sen' ? { type: 'sen' } : { type: 'rep', district }
  const [ownParty, caucus] = (party ?? '').split('/')
  return {
    id: { bioguide: id },
    name: { official_full: name },
    terms: [{ ...seat, state, party: ownParty, caucus, phone, contact_form, start, end }],
  }
}

function stateRecord(line: string, { area, type, domain }: Heading): JsonObject {
  const [id = '', name, where = '', party = '', phone, email = '', form, start_date, end_date] =
    line.split('\t')
  const ofPlace = type === 'mayor' && where !== '' ? `/${where.includes(':') ? '' : 'place:'}${where}` : ''
  return {
    id: `ocd-person/${uuidOf(id)}`,
    name,
    party: party === '' ? [] : [{ name: parties[party] ?? party }],
    roles: [
      {
        type,
        jurisdiction: `ocd-jurisdiction/country:us/${area}${ofPlace}/government`,
        district: where,
        start_date,
        end_date,
      },
    ],
    offices: [{ classification: 'capitol', voice: phone }],
    email: fullEmail(email, domain),
    links: form ? [{ url: form, note: 'webform' }] : [],
  }
}

function councilRecord(line: string, { domain }: Heading): JsonObject {
  const [ID, FullName, District = '', , Phone, email = '', WWW, Start, End] = line.split('\t')
  const Title = District === '' ? 'Public Advocate' : 'Council Member'
  return {
    ID,
    FullName,
    District,
    Email: fullEmail(email, domain),
    WWW,
    LegislativeOffice: { Phone },
    OfficeRecords: [{ BodyName: 'City Council', Title, Start, End }],
  }
}

function fullEmail(email: string, domain: string): string {
  return email === '' || email.includes('@') ? email : `${email}@${domain}`
}

function uuidOf(base64: string): string {
  return Buffer.from(base64, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
