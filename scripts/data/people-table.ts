// Writes db/seed/people.txt, the representatives that come with Hurd, from three public rosters:
//   node scripts/data/people-table.ts legislators-current.yaml 2026-06-15 people.jsonl.gz 2026-08-05 people_active.jsonl.gz 2026-08-21
// The first is unitedstates/congress-legislators, the second openstates/people and the third the members of the New York City
// Council in jehiah/nyc_legislation, both with one JSON object per line; each is followed by its date. The council's former
// members are in nyc-former-members.tsv. Only facts are used: name, office, party, district, phone, email, form and dates.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { listIn, objectIn, termDateIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { readPerson } from '#server/sources/people/peopleFormats.ts'

const [congressFile = '', congressDay = '', statesFile = '', statesDay = '', councilFile = '', councilDay = ''] =
  process.argv.slice(2)
const target = new URL('../../db/seed/people.txt', import.meta.url)

const row = (cells: unknown[]) => cells.map(textIn).join('\t').replace(/\t+$/, '')

function congressLines(): string[] {
  const people: unknown = parse(readFileSync(congressFile, 'utf8'))
  const lines = listIn(people).map((person) => {
    const term = listIn(person['terms']).at(-1) ?? {}
    const { rep_name, terms } = readPerson('congress-legislators', person)
    const read = terms.at(-1)
    const caucus = textIn(term['caucus'])
    return row([
      objectIn(person['id'])['bioguide'],
      rep_name,
      term['state'],
      textIn(term['type']) === 'sen' ? 'sen' : term['district'],
      caucus ? `${textIn(term['party'])}/${caucus}` : term['party'],
      read?.office_phone,
      read?.contact_form_url,
      // The reader divides the term of a member who changed parties.
      term['start'],
      term['end'],
    ])
  })
  const byState = lines.toSorted((a, b) =>
    keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }),
  )
  return [`= congress-legislators ${congressDay}`, ...byState]
}

function keyOf(line: string): string {
  const [, name, state, district] = line.split('\t')
  return `${state} ${district === 'sen' ? '' : district} ${name}`
}

const letters: Readonly<Record<string, string>> = { Democratic: 'D', Republican: 'R', Independent: 'I' }
const roleTypes = new Set(['upper', 'lower', 'legislature', 'governor', 'mayor'])

type Entry = { heading: string; domain: string; cells: unknown[] }

function stateEntry(person: JsonObject): Entry[] {
  const role = listIn(person['roles']).find(
    ({ type, end_date }) => roleTypes.has(textIn(type)) && (termDateIn(end_date) ?? statesDay) >= statesDay,
  )
  if (!role) return []
  const [, area = '', place = ''] =
    /country:us\/([a-z]+:[a-z]{2})(?:\/(.+))?\/government$/.exec(textIn(role['jurisdiction'])) ?? []
  const term = readPerson('openstates-people', { ...person, roles: [role] }).terms[0]
  if (!term || area === '') throw new Error(`The record of ${textIn(person['name'])} could not be read`)
  const [, domain = ''] = (term.email ?? '').split('@')
  const type = textIn(role['type'])
  const id = Buffer.from(textIn(person['id']).replace(/^ocd-person\/|-/g, ''), 'hex').toString('base64url')
  return [
    {
      heading: `${area} ${type}`,
      domain,
      cells: [
        id,
        person['name'],
        place.replace(/^place:/, '') || role['district'],
        letters[term.party ?? ''] ?? term.party,
        term.office_phone,
        term.email,
        term.contact_form_url,
        termDateIn(role['start_date']),
        termDateIn(role['end_date']),
      ],
    },
  ]
}

function jsonLines(file: string): JsonObject[] {
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => objectIn(JSON.parse(line)))
}

function stateLines(): string[] {
  const entries = jsonLines(statesFile).flatMap(stateEntry)
  return [...Map.groupBy(entries, ({ heading }) => heading)]
    .toSorted(([heading], [other]) => heading.localeCompare(other))
    .flatMap(([heading, people]) => {
      const domains = [...Map.groupBy(people, ({ domain }) => domain)].toSorted(
        ([, people], [, others]) => others.length - people.length,
      )
      const domain = domains.find(([name]) => name !== '')?.[0] ?? ''
      const lines = people.map(({ cells }) =>
        row(cells.map((cell, at) => (at === 5 ? localOf(cell, domain) : cell))),
      )
      const sorted = lines.toSorted((a, b) =>
        sortKey(a).localeCompare(sortKey(b), 'en', { numeric: true }),
      )
      return [`= openstates-people ${statesDay} ${heading} ${domain}`.trim()].concat(sorted)
    })
}

function localOf(email: unknown, domain: string): string {
  const text = textIn(email)
  return domain && text.endsWith(`@${domain}`) ? text.slice(0, -domain.length - 1) : text
}

function sortKey(line: string): string {
  const [, name, place] = line.split('\t')
  return `${place} ${name}`
}

const councilDomain = 'council.nyc.gov'

function councilLines(): string[] {
  const current = jsonLines(councilFile).map((person) => {
    const { rep_name, terms } = readPerson('nyc', person)
    const offices = listIn(person['OfficeRecords']).filter(({ BodyName }) => BodyName === 'City Council')
    const [district, party] = [/council_district:(\d+)$/.exec(terms[0]?.division ?? '')?.[1], null]
    const { office_phone, email, contact_form_url, valid_from } = terms[0] ?? {}
    const last = termDateIn(offices.at(-1)?.['End'])
    const contact = [office_phone, localOf(email, councilDomain), contact_form_url]
    return row([person['ID'], rep_name, district, party, ...contact, valid_from, last])
  })
  const former = readFileSync(new URL('nyc-former-members.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [id, name, district, start, end] = line.split('\t')
      return row([id, name, district, null, null, null, null, start, end])
    })
  const sorted = [...current, ...former].toSorted((a, b) =>
    sortKey(a).localeCompare(sortKey(b), 'en', { numeric: true }),
  )
  return [`= nyc ${councilDay} place:new_york council ${councilDomain}`, ...sorted]
}

const lines = [...congressLines(), ...stateLines(), ...councilLines()]
writeFileSync(target, `${lines.join('\n')}\n`)
console.log(`${lines.length} lines`)
