import { readFileSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

/**
 * The stairs (docs/architecture.md): a file imports from its own corner and from lower floors. Neighbours on one
 * floor do not import each other. A room's own files (server/app.ts, web/main.tsx) stand on top.
 */
const floors: Record<string, string[][]> = {
  contract: [],
  server: [
    ['kit', 'sources'],
    ['notifications', 'mail', 'places'],
    // docs/decisions/007: a profile is made of an account, never the other way round.
    ['accounts'],
    ['people'],
    ['bills', 'comments'],
    ['discussions', 'representatives', 'groups'],
    ['check', 'moderation', 'sync'],
    ['deletions'],
    ['backup'],
  ],
  web: [
    ['kit'],
    ['notifications', 'places'],
    ['people', 'accounts'],
    ['bills', 'comments'],
    ['discussions', 'representatives', 'groups'],
    ['feed', 'elections', 'news', 'settings', 'profile'],
    ['app'],
  ],
  db: [],
}

/** Which rooms a room may import beside itself, and which packages; `db` is the seed, which calls the app. */
const reach: Record<string, { rooms: string[]; packages: (name: string) => boolean }> = {
  contract: { rooms: [], packages: (name) => name === 'zod/mini' },
  server: { rooms: ['contract'], packages: () => true },
  web: { rooms: ['contract'], packages: (name) => !name.startsWith('node:') },
  db: { rooms: ['contract', 'server'], packages: () => true },
}

/** Exceptions, each with its reason. */
const allowed = [
  // The first start fills an empty database, and says how to sign in.
  { from: 'server/main.ts', to: 'db/missing.ts' },
  { from: 'server/main.ts', to: 'db/demoCast.ts' },
  // `hurd seed --demo` does the same on demand.
  { from: 'server/seedCommand.ts', to: 'db/seed.ts' },
  { from: 'server/seedCommand.ts', to: 'db/demoCast.ts' },
  // The `db` of server/kit/db.ts is all that the rest of the code knows of the driver.
  { from: 'server/kit/driver.ts', to: 'pg' },
]

// Tests, the tools around the rooms, and what the tests stand on may import anything.
const isFree = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/')

/** A file, as its path from the root, or a package as it is written. */
type Target = { to: string; isPackage: boolean; typesOnly: boolean }

/** One line for each wrong import. `files` maps paths from the root, with `/`, to their text. */
export function findWrongImports(files: Map<string, string>): string[] {
  const imports = new Map([...files].map(([file, text]) => [file, isFree(file) ? [] : importsOf(file, text)]))
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = whyNot(file, target)
      return reason ? [`${file} → ${target.to}: ${reason}`] : []
    }),
  )
  return [...wrong, ...findCircles(imports)]
}

function whyNot(from: string, { to, isPackage, typesOnly }: Target): string | null {
  if (allowed.some((pair) => pair.from === from && pair.to === to)) return null
  const room = roomOf(from)
  const rules = reach[room]
  if (!rules) return `${room} is not a room: add it to scripts/rooms.ts`
  if (to === 'pg' && !typesOnly) return 'only server/kit/driver.ts loads pg: use the db of server/kit/db.ts'
  if (isPackage) return rules.packages(to) ? null : `${room} does not import this package`
  if (roomOf(to) === room) return whyNotOnStairs(room, from, to)
  return rules.rooms.includes(roomOf(to)) ? null : `${room} does not import ${roomOf(to)}`
}

function whyNotOnStairs(room: string, from: string, to: string): string | null {
  const [corner, other] = [cornerOf(from), cornerOf(to)]
  if (corner === other) return null
  const [height, below] = [floorOf(room, corner), floorOf(room, other)]
  if (height === -1 || below === -1) {
    return `${height === -1 ? corner : other} is not on the stairs: add it to scripts/rooms.ts`
  }
  if (corner === 'sources') return 'sources knows the contract and itself only'
  if (below > height) return `${corner} stands below ${other}`
  if (below === height) return `${corner} and ${other} are neighbours`
  if (to.endsWith('/queries.ts'))
    return `the queries of ${other} are its own: enter by a file that names a deed`
  if (to.endsWith('/routes.ts') && corner !== '') return `the routes of ${other} are for server/app.ts`
  return null
}

/** The folder inside the room; empty for the room's own files. */
function cornerOf(file: string): string {
  const [, corner = '', ...rest] = file.split('/')
  return rest.length > 0 ? corner : ''
}

function floorOf(room: string, corner: string): number {
  const stairs = floors[room] ?? []
  if (corner === '' || stairs.length === 0) return stairs.length
  return stairs.findIndex((floor) => floor.includes(corner))
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function importsOf(file: string, text: string): Target[] {
  const named = new Map<string, boolean>()
  collect(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), named)
  return [...named].map(([name, typesOnly]) => {
    const isPackage = !name.startsWith('.')
    return { to: isPackage ? name : posix.join(posix.dirname(file), name), isPackage, typesOnly }
  })
}

/** Static and dynamic imports, re-exports and types, wherever they stand in the tree; true: for its types only. */
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

function findCircles(imports: Map<string, Target[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) circles.push(`circle: ${[...path.slice(start), file].join(' → ')}`)
    if (done.has(file)) return
    done.add(file)
    for (const { to } of imports.get(file) ?? []) walk(to, [...path, file])
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

function readRooms(root: string): Map<string, string> {
  const files = Object.keys(reach).flatMap((room) =>
    readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(room, name.replaceAll('\\', '/'))),
  )
  return new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]))
}

// `npm run rooms`
if (import.meta.main) {
  const files = readRooms(fileURLToPath(new URL('..', import.meta.url)))
  const wrong = findWrongImports(files)
  for (const line of wrong) console.error(line)
  console.error(
    wrong.length === 0 ? `${files.size} files keep to the stairs` : `${wrong.length} wrong imports`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
}
