import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Requirement = { id: string; area: string }
type Coverage = { area: string; total: number; covered: number; missing: string[] }

/** Every requirement id in the lines `// covers ID ID …` of a test. */
export function coveredBy(text: string): string[] {
  return [...text.matchAll(/^\s*\/\/ covers (.+)$/gm)].flatMap(([, ids = '']) => ids.trim().split(/[\s,]+/))
}

export function readRequirements(tsv: string): Requirement[] {
  const [, ...rows] = tsv.trimEnd().split('\n')
  return rows.map((row) => {
    const [id = '', area = ''] = row.split('\t')
    return { id, area }
  })
}

/**
 * Coverage by area, in the order of the file, the ids that tests name but the file does not contain, and the ids of several
 * rows.
 */
export function measureCoverage(requirements: Requirement[], named: string[]) {
  const covered = new Set(named)
  const areas = Map.groupBy(requirements, ({ area }) => area)
  const coverage: Coverage[] = [...areas].map(([area, rows]) => {
    const missing = rows.filter(({ id }) => !covered.has(id)).map(({ id }) => id)
    return { area, total: rows.length, covered: rows.length - missing.length, missing }
  })
  const ids = requirements.map(({ id }) => id)
  return {
    coverage,
    unknown: [...covered].filter((id) => !ids.includes(id)),
    repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
  }
}

function readTests(root: string): string[] {
  return ['contract', 'server', 'web', 'db', 'e2e', 'scripts', 'bench'].flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, layer, name), 'utf8')),
  )
}

// `node scripts/check/requirements.ts [AREA…]` counts the requirements that tests name; with areas, it lists the missing ids.
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const requirements = readRequirements(readFileSync(join(root, 'docs/requirements.tsv'), 'utf8'))
  const { coverage, unknown, repeated } = measureCoverage(requirements, readTests(root).flatMap(coveredBy))
  const wantedAreas = process.argv.slice(2)

  for (const { area, covered, total, missing } of coverage) {
    if (wantedAreas.length === 0 && covered > 0) console.log(`${area.padEnd(16)} ${covered} of ${total}`)
    if (wantedAreas.includes(area)) {
      console.log(`${area}: ${covered} of ${total}, missing: ${missing.join(' ') || 'none'}`)
    }
  }
  const sum = coverage.reduce((total, { covered }) => total + covered, 0)
  console.log(`Requirements named by a test: ${sum} of ${requirements.length}`)
  for (const id of unknown) console.error(`A test covers ${id}, which is not in docs/requirements.tsv`)
  for (const id of repeated) console.error(`${id} is the id of several rows in docs/requirements.tsv`)
  process.exitCode = unknown.length + repeated.length > 0 ? 1 : 0
}
