import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, InputOf, OutputOf } from '#contract/kit/endpoint.ts'
import { makeApp, type AppParts, type AppSettings } from '#server/app.ts'
import { ensureGroups } from '#server/legislation/places/groups/ensureGroups.ts'
import { updateMemberships } from '#server/legislation/places/groups/memberships.ts'
import { notifyOfChanges } from '#server/participation/notifications/changeFanout.ts'
import { notifyPendingVotes } from '#server/participation/notifications/pendingVotes.ts'
import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import type { ConnectionLimits } from '#server/platform/http/clientConnections.ts'
import { openLog } from '#server/platform/observability/log.ts'
import {
  healthLimits,
  openPool,
  operatorLimits,
  requestLimits,
  type DatabaseTarget,
  type Pool,
  type Transaction,
  type TransactionOptions,
} from '#server/platform/postgres/db.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import type { Executor } from '#server/platform/postgres/statement.ts'
import { Memory } from '#server/platform/records/memory.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { bulkFileName, type Storage } from '#server/platform/storage/storage.ts'
import { openFolder } from '#server/platform/storage/storageFolder.ts'
import type { BillDetails, MemberDetails, RepresentativeDetails } from './details.ts'
import { gazetteerTemplate, templateDatabase } from './postgres/postgres.ts'

export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> }
type RequestParts = {
  body?: unknown
  token?: string | null
  headers?: Record<string, string> | undefined
  /** The URL of another instance. */
  at?: string
}

/** Starts the whole server on its own database and a free port, with members who can call it over HTTP. */
export async function startTestServer(
  settings: Partial<AppSettings> = {},
  dist = '/nowhere',
  more: {
    storage?: Storage
    gazetteer?: boolean
    connections?: Partial<ConnectionLimits>
    observe?: (statement: BuiltStatement) => void
    /** Returns the URL of a replica of this database. */
    replicaOf?: (databaseUrl: string) => DatabaseTarget
  } = {},
) {
  const adminUrl = process.env['TEST_DATABASE_URL']
  if (!adminUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests with "npm test"')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool(adminUrl, { ...operatorLimits, connections: 1 })
  // Most tests do not need the gazetteer's two large tables.
  const template = more.gazetteer ? await gazetteerTemplate(admin, adminUrl) : templateDatabase
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)

  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const serverPool = openPool(url.toString(), requestLimits, more.observe)
  const memories: Memory[] = []
  function openMemory() {
    const memory = new Memory(serverPool)
    memories.push(memory)
    return memory
  }
  const pool = forgetting(serverPool, () => memories.forEach((memory) => memory.outdate()))
  const healthPool = openPool(url.toString(), healthLimits)
  const logLines: string[] = []
  const log = openLog('debug', { write: (line: string) => void logLines.push(line) })
  const folder = await mkdtemp(join(tmpdir(), 'hurd-app-'))
  const storage = more.storage ?? openFolder(join(folder, 'uploads'))
  const bulkStorage = openFolder(join(folder, 'bulk'), bulkFileName)
  const parts: AppParts = {
    pool: serverPool,
    memory: openMemory(),
    replicaTarget: more.replicaOf?.(url.toString()) ?? null,
    log,
    storage,
    bulkStorage,
    health: { pool: healthPool, isShuttingDown: () => false },
    settings: {
      publicOrigin: 'http://localhost:3000',
      indexSharedBills: false,
      rateLimits: false,
      limits: defaultLimits,
      maxConnections: 5_000,
      metricsToken: null,
      passwordBlocklist: false,
      trustProxy: [],
      production: false,
      censusGeocoderUrl: null,
      smtpUrl: null,
      mailFrom: 'Hurd <no-reply@localhost>',
      pushServices: [],
      billTexts: false,
      publicApi: true,
      billTextMirror: null,
      sources: readEnv({}).sources,
      deletionLedger: join(folder, 'deletions.ledger'),
      deletionLedgerKey: null,
      registration: 'code',
      sections: ['elections', 'news'],
      translators: {},
      ...settings,
    },
    dist,
    connections: more.connections,
    checkJsonBytes: true,
  }
  const fastify = await makeApp(parts)
  const origin = await fastify.listen({ port: 0, host: '127.0.0.1' })

  /** Sends any request, as any client could. */
  async function send(
    method: string,
    path: string,
    { body, token, headers, at = origin }: RequestParts = {},
  ): Promise<TestResponse> {
    const response = await fetch(at + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
  }

  /** Calls an endpoint of the contract. Path parameters go into the path, and the rest into the query or the body. */
  function request<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    token: string | null,
    headers?: Record<string, string>,
    at = origin,
  ) {
    const rest: Record<string, unknown> = { ...input }
    const path = endpoint.path.replace(/:(\w+)/g, (_, word: string) => {
      const value = encodeURIComponent(String(rest[word]))
      delete rest[word]
      return value
    })
    if (endpoint.method !== 'GET') return send(endpoint.method, path, { body: rest, token, headers, at })
    const query = new URLSearchParams()
    for (const [word, value] of Object.entries(rest)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item != null) query.append(word, String(item))
      }
    }
    return send('GET', `${path}?${query}`, { token, headers, at })
  }

  function personWith(token: string | null, at = origin) {
    return {
      token,
      send: (method: string, path: string, sent: RequestParts = {}) =>
        send(method, path, { token, at, ...sent }),
      request: <E extends Endpoint>(endpoint: E, input: InputOf<E>, headers?: Record<string, string>) =>
        request(endpoint, input, token, headers, at),
      /** Returns the response of a call that must succeed, and throws when it is refused. */
      async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
        const { status, body } = await request(endpoint, input, token, {}, at)
        if (status >= 300) {
          throw new Error(`${endpoint.method} ${endpoint.path} refused: ${String(body['error'])}`)
        }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route has parsed it by this very schema
        return body as OutputOf<E>
      },
      /** Runs the worker that notifies authors of votes until it has nothing left. */
      async runWorkers(): Promise<void> {
        const isPending = () => pool`select from comment_votes where is_pending limit 1`
        while ((await isPending()).length > 0) await notifyPendingVotes(pool)
        await notifyOfChanges(pool)
      },
      /** Returns the code of the refusal, or null when the call succeeds. */
      async refusal<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<string | null> {
        const { status, body } = await request(endpoint, input, token, {}, at)
        return status < 300 ? null : String(body['code'])
      },
    }
  }

  /** Inserts a member with a session. The member has no password, because the tests of accounts cover signing in. */
  async function member(username: string, more: MemberDetails = {}) {
    const account = {
      username,
      full_name: `${username} of the test`,
      email: `${username.toLowerCase()}@example.org`,
      password_hash: 'none',
      ...more,
    }
    const [row] = await pool<{ user_id: string }[]>`insert into users ${pool(account)} returning user_id`
    return { user_id: row!.user_id, username, email: account.email, ...(await session(row!.user_id)) }
  }

  async function session(user_id: string) {
    const token = randomBytes(32).toString('base64url')
    await pool`
      insert into sessions (token_hash, user_id, expires_at)
      values (${createHash('sha256').update(token).digest()}, ${user_id}, now() + interval '1 day')`
    return personWith(token)
  }

  /** Signs the same member in on another device. */
  async function signInAgain<P extends { user_id: string }>(person: P) {
    return { ...person, ...(await session(person.user_id)) }
  }

  /**
   * Inserts a member who lives in this division, which is a place, a county or a state, and in all divisions that
   * contain it.
   */
  async function resident(username: string, division: string, more: MemberDetails = {}) {
    const ocd_city_id = division.includes('/place:') ? division : null
    const person = await member(username, { address: `1 Street of ${username}`, ocd_city_id, ...more })
    const words = division.split('/')
    const divisions = words.slice(1).map((_, at) => words.slice(0, at + 2).join('/'))
    await ensureGroups(pool, divisions)
    await pool`
      insert into member_divisions (user_id, division)
      select ${person.user_id}, unnest(${divisions}::text[])`
    await updateMemberships(pool, person.user_id)
    return person
  }

  /** Returns the id of the group of this division. The group exists as soon as a member lives in the division. */
  async function groupOf(division: string): Promise<string> {
    const [row] = await pool<{ group_id: string }[]>`
      select group_id from groups where jurisdiction = ${division}`
    if (!row) throw new Error(`There is no group of ${division}`)
    return row.group_id
  }

  async function bill(title: string, more: BillDetails = {}) {
    const source_id = `test/${randomBytes(6).toString('hex')}`
    const row = {
      source_id,
      source_family: 'Test',
      source_name: 'Test records',
      content_hash: Buffer.alloc(32),
      bill_code: `T.B. ${source_id.slice(-4)}`,
      title,
      summary: `What ${title} would do.`,
      topics: ['health'],
      government_level: 'federal',
      jurisdiction: 'ocd-division/country:us',
      status: 'introduced',
      created_at: '2026-01-05T00:00:00.000Z',
      source_url: 'https://bills.example.org/1',
      ...more,
    }
    const [inserted] = await pool<{ bill_id: string; bill_code: string; path: string }[]>`
      insert into bills ${pool(row)} returning bill_id, bill_code, path`
    return inserted!
  }

  /** Inserts a representative in office since 2000, by default a senator from Washington. */
  async function representative(rep_id: string, more: RepresentativeDetails = {}) {
    const { rep_name = `Senator ${rep_id}`, photo_url = null, ...office } = more
    const person = {
      rep_id,
      rep_name,
      photo_url,
      source_name: 'Test records',
      source_checked_at: '2026-06-15T00:00:00.000Z',
    }
    const term = {
      rep_id,
      title: 'U.S. Senator',
      government_level: 'federal',
      division: 'ocd-division/country:us/state:wa',
      valid_from: '2000-01-01',
      ...office,
    }
    await pool`insert into representatives ${pool(person)}`
    await pool`insert into representative_terms ${pool(term)}`
  }

  async function close() {
    await fastify.close()
    await Promise.all([pool.end({ timeout: 2 }), healthPool.end({ timeout: 2 })])
    await admin.unsafe(`drop database ${name} with (force)`)
    await admin.end()
    await rm(folder, { recursive: true, force: true })
  }

  return {
    origin,
    databaseUrl: url.toString(),
    pool,
    /** The DATA_DIR for commands. It contains the pictures. */
    dataDir: folder,
    storage,
    bulkStorage,
    send,
    visitor: personWith(null),
    /** Returns a caller with this token, of this instance or of one at another URL. */
    as: personWith,
    member,
    signInAgain,
    resident,
    groupOf,
    bill,
    /**
     * Folds the counters of bills as the worker does. Call it before the test changes rows of counters or lists bills
     * by activity.
     */
    foldCounters: () => foldBillCounters(pool),
    representative,
    logLines,
    /** Creates another instance on the same database, for `inject`. */
    secondInstance: (other: Partial<AppSettings> = {}) =>
      makeApp({ ...parts, memory: openMemory(), settings: { ...parts.settings, ...other } }),
    close,
  }
}

/**
 * Returns the pool with which a test changes rows. The servers see such a change at once, although it is none of their
 * writes, because a test must not wait for a second.
 */
function forgetting(pool: Pool, forget: () => void): Pool {
  async function forgetAfter<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } finally {
      forget()
    }
  }
  const executor: Executor = {
    ...pool.executor,
    run: (statement, options) => forgetAfter(pool.executor.run(statement, options)),
  }
  return Object.assign(pool.through(executor), {
    begin<R>(
      ...[first, second]:
        | [(db: Transaction) => R | Promise<R>]
        | [TransactionOptions, (db: Transaction) => R | Promise<R>]
    ): Promise<R> {
      if (typeof first === 'function') return forgetAfter(pool.begin(first))
      if (!second) throw new TypeError('A transaction needs a function')
      return forgetAfter(pool.begin(first, second))
    },
  })
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
export type Person = Awaited<ReturnType<TestServer['member']>>
