// Writes server/sources/legislativeDistricts.txt from the chamber and district tables of openstates-core:
//   node scripts/data/legislative-districts.ts chambers.csv legislative_districts.csv[.gz]
// Only facts are used: which districts a chamber has, how many seats, and the OCD division of each.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { districtSlug } from '#server/sources/districts.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'

const [chambersFile = '', districtsFile = ''] = process.argv.slice(2)
const target = new URL('../../server/sources/legislativeDistricts.txt', import.meta.url)

type Row = Record<string, string>

function readTable(file: string): Row[] {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      Array.from(line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([, cell = '']) =>
        cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
      ),
    )
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

/** "1-40" is a range of numbers, "*2" means two seats each, and "=id" is an id that cannot be derived from the name. */
function describe(districts: Row[], base: string, kind: string): string {
  const entries: string[] = []
  let run: { from: number; to: number; seats: string } | null = null
  const endRun = () => {
    if (run) entries.push(`${run.from === run.to ? run.from : `${run.from}-${run.to}`}${run.seats}`)
    run = null
  }
  for (const { district = '', division_id = '', num_seats = '1' } of districts) {
    const seats = num_seats === '1' ? '' : `*${num_seats}`
    const follows = division_id === `${base}/${kind}:${districtSlug(district)}`
    const number = follows && /^[1-9]\d*$/.test(district) ? Number(district) : null
    if (number !== null && run && run.to + 1 === number && run.seats === seats) {
      run.to = number
      continue
    }
    endRun()
    if (number === null)
      entries.push(`${district}${follows ? '' : `=${division_id.slice(base.length)}`}${seats}`)
    else run = { from: number, to: number, seats }
  }
  endRun()
  return entries.join(';')
}

const byNumber = new Intl.Collator('en', { numeric: true })
const all = Map.groupBy(readTable(districtsFile), ({ state, chamber_type }) => `${state} ${chamber_type}`)
const lines = readTable(chambersFile).flatMap(({ state = '', chamber_type = '', member_title = '' }) => {
  const base = stateDivision(state)
  const districts = all.get(`${state} ${chamber_type}`)
  if (!base || !districts) return []
  const sorted = districts.toSorted((a, b) => byNumber.compare(a['district']!, b['district']!))
  const kind = chamber_type === 'lower' ? 'sldl' : 'sldu'
  return [`${state} ${chamber_type}|${member_title.replace(/s$/, '')}|${describe(sorted, base, kind)}`]
})
writeFileSync(target, `${lines.toSorted().join('\n')}\n`)
console.log(`${lines.length} chambers`)
