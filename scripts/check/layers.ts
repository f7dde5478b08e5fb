import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { measure } from './measure.ts'

/**
 * The dependency rule (docs/architecture.md): a file imports from its own module and from modules on earlier lines of
 * these lists. Modules on one line do not import each other. Files at the top of a layer (server/app.ts, web/main.tsx) may
 * import everything below them. A screen that joins several modules is listed by its own folder ("people/profile").
 */
const order: Record<string, string[][]> = {
  // The seven wings, each with its modules from bottom to top. A wing imports only from the wings above it in this list.
  server: [
    ['platform/language', 'platform/observability', 'platform/processes'],
    ['platform/postgres', 'platform/settings'],
    [
      'platform/cli',
      'platform/embedded',
      'platform/jobs',
      'platform/limits',
      'platform/records',
      'platform/storage',
    ],
    ['platform/http'],
    ['platform/branding', 'platform/translation'],
    ['platform/mail'],

    ['sources'],

    ['legislation/paths', 'legislation/places', 'legislation/roster', 'legislation/updates'],
    ['legislation/texts', 'legislation/votes'],
    ['legislation/sessions'],
    ['legislation/bills'],
    ['legislation/committees', 'legislation/hearings'],
    ['legislation/representatives'],
    ['legislation/sync'],

    // docs/decisions/007: a profile belongs to an account, never the other way around.
    ['members/accounts'],
    ['members/people'],

    [
      'participation/comments',
      'participation/feed',
      'participation/notifications',
      'participation/stances',
      'participation/welcome',
    ],
    [
      'participation/alerts',
      'participation/discussions',
      'participation/groups',
      'participation/messages',
      'participation/push',
      'participation/search',
      'participation/tally',
      'participation/translations',
    ],

    [
      'publishing/accessibility',
      'publishing/feeds',
      'publishing/openData',
      'publishing/sharing',
      'publishing/transparency',
    ],
    ['publishing/calendars', 'publishing/embed'],

    ['operations/check', 'operations/moderation', 'operations/monitoring'],
    ['operations/deletions'],
    ['operations/administration'],
    ['operations/maintenance', 'operations/seed'],
    ['operations/backup'],
  ],
  web: [
    ['kit'],
    ['moderation', 'notifications', 'places'],
    ['offline'],
    ['people'],
    ['accounts'],
    ['voteEvents'],
    ['bills', 'comments'],
    ['alerts'],
    ['discussions', 'representatives', 'groups'],
    ['welcome', 'committees'],
    ['feed', 'elections', 'news', 'people/profile', 'search', 'administration'],
    ['app'],
  ],
}

/** Which other layers a layer may import, and which packages. */
const reach: Record<string, { layers: string[]; packages: (name: string) => boolean }> = {
  contract: { layers: [], packages: (name) => name === 'zod/mini' },
  server: { layers: ['contract'], packages: () => true },
  web: { layers: ['contract'], packages: (name) => !name.startsWith('node:') },
}

/** Exceptions, each with its reason. */
const allowed = [
  // All other files use the `db` tag of server/platform/postgres/db.ts and not the driver.
  { from: 'server/platform/postgres/driver.ts', to: 'pg' },
]

// Tests and their support code may import anything.
const isExempt = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/')

/** A file as its path from the root, or a package by its name. */
type Target = { to: string; isPackage: boolean; typesOnly: boolean; climbs: boolean }

/** One line for each wrong import. `files` maps paths from the root, with `/`, to their text. */
export function findWrongImports(files: Map<string, string>): string[] {
  const imports = new Map(
    [...files].map(([file, text]) => [file, isExempt(file) ? [] : importsOf(file, text)]),
  )
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = violationOf(file, target)
      return reason ? [`${file} → ${target.to}: ${reason}`] : []
    }),
  )
  return [...wrong, ...findCycles(imports)]
}

function violationOf(from: string, { to, isPackage, typesOnly, climbs }: Target): string | null {
  if (allowed.some((pair) => pair.from === from && pair.to === to)) return null
  const layer = layerOf(from)
  const rules = reach[layer]
  if (!rules) return `${layer} is not a layer: add it to scripts/check/layers.ts`
  if (to === 'pg' && !typesOnly) {
    return 'only server/platform/postgres/driver.ts loads pg: use the db of server/platform/postgres/db.ts'
  }
  if (climbs) return `write #${to}`
  if (isPackage) return rules.packages(to) ? null : `${layer} does not import this package`
  if (layerOf(to) === layer) return violationInLayer(layer, from, to)
  return rules.layers.includes(layerOf(to)) ? null : `${layer} does not import ${layerOf(to)}`
}

function violationInLayer(layer: string, from: string, to: string): string | null {
  const [module, other] = [moduleOf(from), moduleOf(to)]
  if (module === other) return null
  // The nouns of the contract refer to each other, as long as no circle arises.
  if (layer === 'contract') return module === 'kit' ? 'kit is below the nouns of the contract' : null
  const [height, otherHeight] = [heightOf(layer, module), heightOf(layer, other)]
  if (height === -1 || otherHeight === -1) {
    return `${height === -1 ? module : other} is not a known module: add it to scripts/check/layers.ts`
  }
  if (module === 'sources') return 'sources imports the contract and itself only'
  if (otherHeight > height) return `${module} is below ${other}`
  if (otherHeight === height) return `${module} and ${other} are siblings`
  if (to.endsWith('/queries.ts')) {
    return `the queries of ${other} are private: import a file that names a thing or an action`
  }
  if (to.endsWith('/routes.ts') && module !== '') return `the routes of ${other} are for server/app.ts`
  return null
}

/** The module of a file; empty for the files at the top of a layer. */
function moduleOf(file: string): string {
  const [layer = '', module = '', folder = '', ...rest] = file.split('/')
  if (folder === '') return ''
  const nested = `${module}/${folder}`
  const isListed = rest.length > 0 && (order[layer] ?? []).some((modules) => modules.includes(nested))
  return isListed ? nested : module
}

function heightOf(layer: string, module: string): number {
  const modules = order[layer] ?? []
  if (module === '' || modules.length === 0) return modules.length
  return modules.findIndex((siblings) => siblings.includes(module))
}

function layerOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function importsOf(file: string, text: string): Target[] {
  const named = new Map<string, boolean>()
  collect(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), named)
  return [...named].map(([name, typesOnly]) => {
    const isPackage = !/^[.#]/.test(name)
    const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : name.replace(/^#/, '')
    return { to: path, isPackage, typesOnly, climbs: name.startsWith('../') }
  })
}

/** Static and dynamic imports, re-exports and type imports, with whether only types are imported. */
function collect(node: unknown, named: Map<string, boolean>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, named)
    return
  }
  if (typeof node !== 'object' || node === null) return
  if ('source' in node && 'type' in node && /^(Import|Export|TSImport)/.test(String(node.type))) {
    const { source } = node
    if (typeof source === 'object' && source !== null && 'value' in source) {
      const name = String(source.value)
      const typesOnly = node.type === 'TSImportType' || Reflect.get(node, 'importKind') === 'type'
      named.set(name, typesOnly && (named.get(name) ?? true))
    }
  }
  for (const child of Object.values(node)) collect(child, named)
}

function findCycles(imports: Map<string, Target[]>): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) cycles.push(`cycle: ${[...path.slice(start), file].join(' → ')}`)
    if (done.has(file)) return
    done.add(file)
    for (const { to } of imports.get(file) ?? []) visit(to, [...path, file])
  }
  for (const file of imports.keys()) visit(file, [])
  return cycles
}

function readLayers(root: string): Map<string, string> {
  const files = Object.keys(reach).flatMap((layer) =>
    readdirSync(`${root}/${layer}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(layer, name.replaceAll('\\', '/'))),
  )
  return new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
}

// `npm run layers`; `npm run layers -- --measure` also prints the measurements of scripts/check/measure.ts
if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const files = readLayers(root)
  const wrong = findWrongImports(files)
  for (const line of wrong) console.error(line)
  console.error(
    wrong.length === 0 ? `${files.size} files follow the dependency rule` : `${wrong.length} wrong imports`,
  )
  if (process.argv.includes('--measure')) for (const line of measure(root)) console.log(line)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
