import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { readEndpointNames } from '#server/platform/http/endpointNames.ts'

/* A reader who knows the name of an endpoint finds its route, the function that does the work, and the call in the browser by
   searching for that name. */

const [inline, byNoun] = ['the route itself does the work', 'the module is the noun, as in codes.issue']
const joined = 'the route joins the results of several functions'
const shared = 'one function serves several endpoints'

/** Endpoints whose function has another name, with the reason. */
const otherNames: Record<string, string> = {
  login: 'signIn also serves the sign-in with a passkey',
  logout: inline,
  confirmWithPasskey: 'a passkey is requested by one function for every purpose',
  uploadPicture: inline,
  removePicture: inline,
  uploadLogo: inline,
  removeLogo: inline,
  downloadExport: inline,
  recordFormOpened: 'saveFormStep saves each step of a form',
  recordSent: 'saveFormStep saves each step of a form',
  sendTestEmail: inline,
  retryFailedEmail: inline,
  issueCodes: byNoun,
  revokeCode: byNoun,
  subscribeToPush: byNoun,
  unsubscribeFromPush: byNoun,
  getAdministration: inline,
  getAgreement: joined,
  getCommittee: joined,
  getGroup: joined,
  getHealth: inline,
  getLiveness: inline,
  getNotificationSettings: joined,
  getPush: joined,
  getUser: shared,
  getUserByUsername: shared,
  getVoteEvent: joined,
  listBills: joined,
  listDistrictStances: inline,
  listFollowers: shared,
  listFollowing: shared,
  listGroupActivity: joined,
  listGroupPosts: joined,
  listMemberStances: shared,
  listOutdatedStances: inline,
  listOwnStances: shared,
  listUpdates: joined,
  readBranding: inline,
  streamNotifications: inline,
}

/** Reads that no screen needs. They are for other programs, as are all below /api/public. */
const forPrograms = [
  'countComments',
  'countDiscussion',
  'countStanceChanges',
  'getHealth',
  'getLiveness',
  'getPublicPersuasion',
  'getReplyRate',
  'getTallySample',
  'listFollowedTopics',
  'listLegislativeSessions',
  'listMemberStances',
  'listOutdatedStances',
  'listOwnStances',
  'readBranding',
]

/** A route: how it is defined, and the source text of its definition and of the imports of its file. */
type RouteSource = { kind: string; text: string; imports: string }

let endpoints: Map<string, Endpoint>
let routes: Map<string, RouteSource[]>
let functions: string
let screens: { imports: string; rest: string }[]
beforeAll(async () => {
  const names = [...(await readEndpointNames())].toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  endpoints = new Map(names.flatMap(([value, name]) => (isEndpoint(value) ? [[name, value]] : [])))
  routes = Map.groupBy(
    (await Promise.all((await sources('../', '.ts')).map(readRoutes))).flat(),
    ({ name }) => name,
  )
  functions = (
    await Promise.all((await sources('../../db/functions/', '.sql')).map((file) => readFile(file, 'utf8')))
  ).join()
  screens = await Promise.all(
    [...(await sources('../../web/', '.ts')), ...(await sources('../../web/', '.tsx'))].map(readScreen),
  )
})

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'refuses' in value && 'method' in value
}

async function sources(folder: string, end: string): Promise<string[]> {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  const files = await readdir(path, { recursive: true })
  return files.filter((file) => file.endsWith(end) && !/\.test\.tsx?$/.test(file)).map((file) => path + file)
}

/** Reads the imports of endpoints of a file in the browser, under their own names, and the code without its imports and comments. */
async function readScreen(file: string): Promise<{ imports: string; rest: string }> {
  const source = await readFile(file, 'utf8')
  const imports = source.match(/^import [^]*? from '.*'$/gm) ?? []
  const rest = imports.reduce((text, line) => text.replace(line, ''), source)
  return {
    imports: imports
      .filter((line) => line.includes("'#contract/"))
      .join('\n')
      .replaceAll(/\w+ as \w+/g, ''),
    rest: rest.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ''),
  }
}

async function readRoutes(file: string): Promise<(RouteSource & { name: string })[]> {
  const source = await readFile(file, 'utf8')
  const imports = source.match(/^import [^]*? from '.*'$/gm)?.join('\n') ?? ''
  return [
    ...source.matchAll(/\b(action|raw|makeRoute|\w*[rR]ead|\w*[wW]rite(?:Prepared)?)\(\s*(?:\w+\.)?(\w+),/g),
  ].map((found) => ({
    kind: found[1]!,
    name: found[2]!,
    text: source.slice(found.index, endOfCall(source, found.index)),
    imports,
  }))
}

/** Returns where the call that begins at `start` ends. */
function endOfCall(source: string, start: number): number {
  let depth = 0
  for (let at = source.indexOf('(', start); at < source.length; at += 1) {
    if ('([{'.includes(source[at]!)) depth += 1
    if (')]}'.includes(source[at]!)) depth -= 1
    if (depth === 0) return at
  }
  throw new Error('A call does not end.')
}

/** Returns whether the route calls the function of this name, which may be imported under a shorter one. */
function callsFunction({ text, imports }: RouteSource, name: string): boolean {
  const [, alias = name] = new RegExp(`\\b${name} as (\\w+)`).exec(imports) ?? []
  return new RegExp(`(?<![.\\w])${alias}\\(`).test(text)
}

// covers HURD-ROUTES-01
test('every endpoint has one route', () => {
  const counts = [...endpoints.keys()].map((name) => [name, routes.get(name)?.length ?? 0])
  expect(counts.length).toBeGreaterThan(200)
  expect(counts.filter(([, count]) => count !== 1)).toEqual([])
})

// covers HURD-ROUTES-01
test('the SQL function of an action has the name of its endpoint', () => {
  const actions = [...endpoints.keys()].filter((name) => routes.get(name)?.[0]?.kind === 'action')
  const wrong = actions.filter((name) => {
    const sql = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return (
      !routes.get(name)![0]!.text.includes(`${sql}(\${write}`) ||
      !functions.includes(`create function ${sql}(`)
    )
  })
  expect(actions.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

// covers HURD-ROUTES-01
test('the function that does the work of an endpoint has its name, or is listed with the reason', () => {
  const others = [...endpoints.keys()].filter((name) => {
    const route = routes.get(name)![0]!
    return route.kind !== 'action' && !callsFunction(route, name)
  })
  expect(others).toEqual(Object.keys(otherNames).toSorted())
})

// covers HURD-ROUTES-01
test('every endpoint is called by its name in the browser, except reads for other programs', () => {
  const missing = [...endpoints].filter(([name, { path }]) => {
    const word = new RegExp(`\\b${name}\\b`)
    return (
      !path.startsWith('/api/public/') &&
      !screens.some(({ imports, rest }) => word.test(imports) && word.test(rest))
    )
  })
  expect(missing.filter(([, { method }]) => method !== 'GET')).toEqual([])
  expect(missing.map(([name]) => name)).toEqual(forPrograms)
})
