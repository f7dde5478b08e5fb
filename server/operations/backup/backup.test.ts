import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demoCode, demoPassword, demoSignIns } from '#server/operations/seed/demo/demoMembers.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import { fetchBytes, jpeg, upload } from '#server/testing/pictures.ts'
import { copyTemplate } from '#server/testing/postgres/postgres.ts'
import { type EndedProcess, makeDataDir, runCommand, startServer } from '#server/testing/processes.ts'
import { verifyArchive, writeArchive } from './archive.ts'
import { type ManifestHead, tableMember } from './manifest.ts'

// Each test starts real processes with their own databases, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const data = await makeDataDir()
const started: Server[] = []
async function start(folder: string): Promise<Server> {
  const server = await startServer(folder)
  started.push(server)
  return server
}
type Server = Awaited<ReturnType<typeof startServer>>

const archive = join(data.home, 'hurd backup.tar.gz')
const password = 'a long enough secret 7'
afterAll(async () => {
  for (const server of started) await server.stop()
  await data.remove()
})

function jsonOf({ output, stderr }: EndedProcess): Record<string, unknown> {
  try {
    return JSON.parse(output)
  } catch {
    throw new Error(stderr + output)
  }
}

function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

async function signIn(server: Server, email = 'resa@example.org', secret = password) {
  const { body } = await server.request('/api/auth/login', { email, password: secret })
  return { token: String(at(body, 'token')), user_id: String(at(body, 'user', 'userId')) }
}

/** Reads what a member sees of her profile and her activity. */
async function accountView(
  server: Server,
  { token, user_id }: { token: string; user_id: string },
  bill_id: string,
) {
  const read = async (path: string) => (await server.request(path, undefined, token)).body
  const user = at(await read(`/api/users/${user_id}`), 'user')
  const comments = await read(`/api/bills/${bill_id}/comments?category_id=general-discussion`)
  const picture = await fetchBytes(server.origin, String(at(user, 'profilePictureUrl')))
  return {
    user,
    stance: at(await read(`/api/bills/${bill_id}/stance`), 'stance', 'stance'),
    comments: JSON.stringify(at(comments, 'comments')),
    picture: { status: picture.status, bytes: picture.bytes.length },
  }
}

describe('a backup of a running instance', () => {
  let before: Awaited<ReturnType<typeof accountView>>
  let resa: Awaited<ReturnType<typeof signIn>>
  let bill_id = ''
  let backup: Record<string, unknown>

  beforeAll(async () => {
    const server = await start(data.folder)
    await server.request('/api/auth/register', {
      full_name: 'Resa Toring',
      username: 'resa',
      email: 'resa@example.org',
      password,
      address: '',
      access_code: demoCode,
    })
    resa = await signIn(server)
    const { token } = resa
    const { body: bills } = await server.request('/api/bills?limit=20', undefined, token)
    bill_id = String(at(bills, 'bills', 0, 'bill_id'))
    await server.request(`/api/bills/${bill_id}/stance`, { stance: 'oppose' }, token)
    const words = { category_id: 'general-discussion', content: 'Tabs\tand \\ and\nlines, “kept”' }
    await server.request(`/api/bills/${bill_id}/comments`, words, token)
    await upload(server.origin, { token }, await jpeg())
    before = await accountView(server, resa, bill_id)
    expect(before).toMatchObject({ stance: 'oppose', picture: { status: 200 } })
    expect(before.comments).toContain('and\\nlines, “kept”')

    // Other members write while the backup is made.
    const others = await Promise.all(
      (await demoSignIns()).slice(0, 2).map(({ email }) => signIn(server, email, demoPassword)),
    )
    const work = { over: false }
    const statuses: number[] = []
    const writers = others.map(async (other) => {
      for (let round = 0; !work.over; round += 1) {
        const path = `/api/bills/${String(at(bills, 'bills', 1 + (round % 15), 'bill_id'))}`
        const stance = { stance: ['support', 'oppose'][round % 2] }
        statuses.push((await server.request(`${path}/stance`, stance, other.token)).status)
        await server.request(`${path}/comments`, { ...words, content: `Said in round ${round}` }, other.token)
      }
    })
    backup = jsonOf(await runCommand(data.folder, ['backup', archive, '--json']))
    work.over = true
    await Promise.all(writers)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(2)
    await server.stop()
  })

  test('is written to one file that only its owner may read', async () => {
    expect(backup).toMatchObject({ ok: true, file: archive, pictures: 1, pictures_gone: 0 })
    expect(backup['rows']).toBeGreaterThan(1000)
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    expect((await readdir(data.home)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('contains no link of an email, even of one that was not sent yet', async () => {
    const before = jsonOf(
      await runCommand(data.folder, ['mail', 'list', '--to', 'resa@example.org', '--json']),
    )
    expect(at(before, 'mails', 0, 'state')).toBe('pending')
    const id = String(at(before, 'mails', 0, 'id'))
    const { output } = await runCommand(data.folder, ['mail', 'show', id])
    const [link = 'none'] = /\/verify-email\?token=[0-9a-f]{64}/.exec(output) ?? []
    expect(link).toContain('token=')
    const tar = gunzipSync(await readFile(archive)).toString()
    expect(tar).toContain('Resa Toring')
    expect(tar.includes(link), 'the live link is in the archive').toBe(false)
    expect(tar).not.toMatch(/token=[0-9a-f]{64}/)
  })

  test('is restored into another folder: every count is correct, and members sign in and find their activity', async () => {
    const folder = join(data.home, 'restored')
    const restored = jsonOf(await runCommand(folder, ['restore', archive, '--json']))
    expect(restored).toMatchObject({ ok: true, problems: [], rows: backup['rows'], pictures: 1 })

    const server = await start(folder)
    expect((await server.request('/api/auth/sessions', undefined, resa.token)).status).toBe(401)
    expect(await accountView(server, await signIn(server), bill_id)).toEqual(before)
    const mails = jsonOf(await runCommand(folder, ['mail', 'list', '--json']))
    expect(at(mails, 'mails')).toContainEqual(
      expect.objectContaining({
        to: 'resa@example.org',
        state: 'dead',
        last_error: 'its text is not part of a backup',
      }),
    )
    // New records get ids that were not used before.
    expect(await runCommand(folder, ['users', 'member-type', 'resa', 'community_leader'])).toMatchObject({
      code: 0,
    })
    await server.stop()
    expect(await runCommand(folder, ['check'])).toMatchObject({ code: 0 })
  })
})

describe('a file that differs from the written backup', () => {
  const folder = join(data.home, 'never filled')
  const refusedWith = async (name: string, bytes: Buffer) => {
    const file = join(data.home, name)
    await writeFile(file, bytes)
    const { code, stderr } = await runCommand(folder, ['restore', file])
    expect(code).toBe(1)
    return stderr.trim()
  }

  test('is refused if it was truncated, changed or is not a backup, and nothing is written', async () => {
    const whole = await readFile(archive)
    expect(await refusedWith('short', whole.subarray(0, -2000))).toMatch(
      /is not a complete backup of Hurd \(.+\)/,
    )

    const tar = gunzipSync(whole)
    const name = tar.indexOf('Resa Toring')
    expect(name).toBeGreaterThan(0)
    const altered = Buffer.concat([tar.subarray(0, name), Buffer.from('Rosa'), tar.subarray(name + 4)])
    expect(await refusedWith('altered', gzipSync(altered, { level: 1 }))).toContain(
      'database/users/000001.copy was changed',
    )
    // Each remaining member of this archive is complete, but some members are missing.
    const manifest = tar.lastIndexOf('manifest.json\0')
    expect(await refusedWith('unsealed', gzipSync(tar.subarray(0, manifest), { level: 1 }))).toContain(
      'it ends before its manifest',
    )
    expect(await refusedWith('other', Buffer.from('a letter'))).toMatch(/is not a complete backup of Hurd/)
    expect(await runCommand(folder, ['restore', join(data.home, 'none')])).toMatchObject({ code: 1 })

    // The instance is still empty, and a valid archive can be restored.
    expect(await runCommand(folder, ['restore', archive])).toMatchObject({ code: 0 })
  })

  test('a backup never overwrites a file', async () => {
    const before = await readFile(archive)
    const { code, stderr } = await runCommand(folder, ['backup', archive])
    expect({ code, stderr: stderr.trim() }).toEqual({
      code: 1,
      stderr: `${archive} already exists. Choose another name.`,
    })
    expect(await readFile(archive)).toEqual(before)
    expect(await runCommand(folder, ['backup'])).toMatchObject({ code: 2 })
  })

  test('a restore into an instance that is not empty is refused', async () => {
    const { code, stderr } = await runCommand(folder, ['restore', archive])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^This instance is not empty \(there are rows in \w+\): restore into a new DATA_DIR/m,
    )
  })
})

/** Creates a database whose owner has no other privileges. */
async function ownersDatabase() {
  const database = await copyTemplate('empty')
  const owner = `owner_${randomBytes(4).toString('hex')}`
  const url = new URL(database.url)
  await database.pool.unsafe(`create role ${owner} login password 'owner'`)
  await database.pool.unsafe(`alter database ${url.pathname.slice(1)} owner to ${owner}`)
  url.username = owner
  url.password = 'owner'
  return {
    url: url.toString(),
    pool: database.pool,
    async drop() {
      const admin = openPool(process.env['TEST_DATABASE_URL']!, operatorLimits)
      await database.drop()
      await admin.unsafe(`drop role ${owner}`)
      await admin.end()
    },
  }
}

async function readHead(): Promise<{ manifest: ManifestHead }> {
  const { members: _, ...manifest } = await verifyArchive(archive)
  return { manifest }
}

describe('a PostgreSQL server in DATABASE_URL', () => {
  // covers HURD-BRAND-15
  test('can be restored from the backup of an embedded one, and backed up again with its logo, by an owner without other privileges', async () => {
    const database = await ownersDatabase()
    const folder = join(data.home, 'by url')
    const env = { DATABASE_URL: database.url }
    const restored = jsonOf(await runCommand(folder, ['restore', archive, '--json'], { env }))
    expect(restored).toMatchObject({ ok: true, problems: [] })
    const logo = { name: 'Springfield', logo: randomBytes(300), logo_hash: '0123456789abcdef' }
    await database.pool`
      insert into instance_branding (version, name, logo, logo_width, logo_height, logo_hash)
      values (1, ${logo.name}, ${logo.logo}, 480, 96, ${logo.logo_hash})`
    // A member has signed in since the restore, and the browser shows notifications.
    await database.pool`
      with member as (select user_id from users where username = 'resa'),
      signed_in as (
        insert into sessions (token_hash, user_id, expires_at)
        select ${randomBytes(32)}::bytea, user_id, now() + interval '1 day' from member returning session_id, user_id)
      insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
      select session_id, user_id, 'https://push.example.org/1', ${randomBytes(65)}::bytea, ${randomBytes(16)}::bytea
        from signed_in`
    const again = join(data.home, 'again.tar.gz')
    const backup = jsonOf(await runCommand(folder, ['backup', again, '--json'], { env }))
    // The instance has one record of the restore and one of the backup, and its branding.
    expect(backup).toMatchObject({ pictures: 1, rows: Number(restored['rows']) + 3 })
    await database.drop()

    const other = await ownersDatabase()
    const settings = { env: { DATABASE_URL: other.url } }
    expect(await runCommand(join(data.home, 'by url again'), ['restore', again], settings)).toMatchObject({
      code: 0,
    })
    expect(await other.pool`select name, logo, logo_hash from instance_branding`).toEqual([logo])
    expect(await other.pool`select from push_subscriptions`).toHaveLength(0)
    await other.drop()
  })

  test('rows that violate a constraint are rejected, and a valid archive can be restored afterward', async () => {
    const database = await copyTemplate('empty')
    const env = { DATABASE_URL: database.url }
    const folder = join(data.home, 'broken')
    const { manifest } = await readHead()
    const broken = join(data.home, 'broken.tar.gz')
    await writeArchive(broken, async (add) => {
      const orphan = Buffer.from(`${randomUUID()}\t${randomUUID()}\t2026-01-01 00:00:00+00\n`)
      await add(tableMember('follows', 1), orphan)
      const columns = ['follower_id', 'followee_id', 'created_at']
      return { ...manifest, tables: [{ name: 'follows', columns, rows: 1, numbered: [] }] }
    })
    const { code, stderr } = await runCommand(folder, ['restore', broken], { env })
    expect(code).toBe(1)
    expect(stderr).toContain('it refers to a record that is not stored')

    const [first] = manifest.migrations
    const newer = join(data.home, 'newer.tar.gz')
    await writeArchive(newer, async () => ({
      ...manifest,
      tables: [],
      migrations: [...manifest.migrations, { ...first!, version: 998, name: 'to_come' }],
    }))
    const refused = await runCommand(folder, ['restore', newer], { env })
    expect(refused.stderr).toMatch(/^The archive was made by a newer release of Hurd \(its schema is 998/m)

    expect(await runCommand(folder, ['restore', archive], { env })).toMatchObject({ code: 0 })
    await database.drop()
  })
})
