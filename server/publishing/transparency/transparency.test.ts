import { createHmac } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updatePrivacy } from '#contract/people.ts'
import { getTallySample } from '#contract/tally.ts'
import { readCheckpoint } from '#server/participation/tally/core/checkpoint.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { isConsistent } from '#server/testing/isConsistent.ts'
import { runHurd } from '#server/testing/operator.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { entriesOf, openDays, publishedKeys, runTally, take } from '#server/testing/setups/tally.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { checkLeaves, checkLog, checkSample } from '../../../scripts/verify-tally.mjs'

let app: TestServer
let members: Person[]
beforeAll(async () => {
  app = await startTestServer({}, await makePageFrame())
  members = await Promise.all(Array.from({ length: 26 }, (_, index) => app.member(`counted-member-${index}`)))
})
afterAll(() => app.close())

const member = (index: number) => members[index]!
const newDay = openDays('2030-01-01')

// covers BEY-TALLY-05
test('dropping, adding or altering one stance after the entry makes the public recount fail', async () => {
  const { bill_id } = await app.bill('Recount Act')
  for (const by of members.slice(0, 5)) await take(by, bill_id, 'support')
  const day = newDay()
  await runTally(app, day)
  const path = `${app.origin}/transparency/bills/${bill_id}/${day}`
  const { entry } = await (await fetch(path)).json()
  const recount = async () => checkLeaves(entry, await (await fetch(`${path}/leaves`)).text())
  expect(await recount()).toBe(true)
  const entry_no = app.pool`(select entry_no from tally_entries where bill_id = ${bill_id})`
  const [{ leaves } = { leaves: Buffer.alloc(0) }] = await app.pool<{ leaves: Buffer }[]>`
    select leaves from tally_leaves where entry_no = ${entry_no}`
  const changedStance = Buffer.from(leaves)
  changedStance[32]! ^= 1
  const outdated = Buffer.from(leaves)
  outdated[32]! ^= 4
  const fakes = [
    leaves.subarray(33),
    Buffer.concat([leaves, Buffer.alloc(32, 0xff), Buffer.of(4)]),
    changedStance,
    outdated,
  ]
  for (const fake of fakes) {
    await app.pool`update tally_leaves set leaves = ${fake} where entry_no = ${entry_no}`
    expect(await recount()).toBe(false)
  }
  await app.pool`update tally_leaves set leaves = ${leaves} where entry_no = ${entry_no}`
  expect(await recount()).toBe(true)
})

// covers BEY-TALLY-11
test('a later checkpoint chooses 20 public stances, which only members see, and never a private one', async () => {
  const { bill_id } = await app.bill('Sample Act')
  const [ana, ben] = [member(0), member(1)]
  await ana.call(updatePrivacy, { public_stances: false })
  for (const [index, by] of members.entries()) await take(by, bill_id, index % 3 === 0 ? 'oppose' : 'support')
  const day = newDay()
  await runTally(app, day)
  expect(await app.visitor.refusal(getTallySample, { id: bill_id })).toBe('authentication_required')
  expect((await ben.call(getTallySample, { id: bill_id })).leaves).toEqual([])
  await runTally(app, newDay())

  const { leaves } = await ben.call(getTallySample, { id: bill_id, day })
  expect(leaves).toHaveLength(20)
  expect(await checkSample(bill_id, day, leaves)).toBe(true)
  expect(leaves.map(({ user_id }) => user_id)).not.toContain(ana.user_id)
  const [{ note, packed } = { note: '', packed: Buffer.alloc(0) }] = await app.pool<
    { note: string; packed: Buffer }[]
  >`
    select (select note from tally_checkpoints where day > ${day} order by size limit 1) as note, leaves as packed
      from tally_leaves join tally_entries using (entry_no) where bill_id = ${bill_id} and day = ${day}`
  const root = Buffer.from(note.split('\n')[2] ?? '', 'base64')
  const open = Array.from({ length: packed.length / 33 }, (_, index) =>
    packed.subarray(33 * index, 33 * index + 33),
  )
    .filter((leaf) => (leaf[32]! & 8) !== 0)
    .map((leaf) => leaf.subarray(0, 32))
    .toSorted((one, other) => hmac(root, one).compare(hmac(root, other)))
  expect(open).toHaveLength(25)
  expect(leaves.map(({ leaf }) => leaf)).toEqual(
    open
      .slice(0, 20)
      .map((leaf) => leaf.toString('hex'))
      .toSorted(),
  )

  // Somebody who makes their stances private before the sample is read is left out, and nobody takes their place.
  const chosen = members.find(({ user_id }) => user_id === leaves[0]!.user_id)!
  await chosen.call(updatePrivacy, { public_stances: false })
  const { leaves: fewer } = await ben.call(getTallySample, { id: bill_id, day })
  expect(fewer).toEqual(leaves.slice(1))
  for (const by of [ana, chosen]) await by.call(updatePrivacy, { public_stances: true })
})

// covers BEY-TALLY-07
test('a day that is none, or of which there is no tally, is answered with 404, whatever the letters of the id', async () => {
  const { bill_id } = await app.bill('Leap Act')
  await take(member(2), bill_id, 'support')
  const day = newDay()
  await runTally(app, day)
  const statusOf = async (id: string, of: string) => {
    const path = `${app.origin}/transparency/bills/${id}/${of}`
    const [entry, leaves] = await Promise.all([fetch(path), fetch(`${path}/leaves`)])
    return [entry.status, leaves.status]
  }
  for (const id of [bill_id, bill_id.toUpperCase()]) expect(await statusOf(id, day)).toEqual([200, 200])
  for (const none of ['2029-02-29', '2030-02-30', '0000-01-01', '9999-12-31', 'today']) {
    expect([none, await statusOf(bill_id, none)]).toEqual([none, [404, 404]])
  }
  expect(await statusOf('no-bill', day)).toEqual([404, 404])
})

// covers BEY-TALLY-08
test('after 30 more days, changed keys included, each checkpoint continues the one before', async () => {
  const { bill_id } = await app.bill('Thirty Days Act')
  const saved = await (await fetch(`${app.origin}/transparency/checkpoint`)).text()
  for (let day = 0; day < 30; day++) {
    if (day % 3 !== 0) await take(members[day % 26]!, bill_id, day % 2 === 0 ? 'support' : 'oppose')
    await runTally(app, newDay())
    if (day === 15) {
      const ran = await runHurd(app, ['tally', 'rotate-key', '--json'], { DATA_DIR: app.dataDir })
      expect(ran).toMatchObject({ code: 0, json: { ok: true } })
    }
  }
  expect((await publishedKeys(app)).trimEnd().split('\n')).toHaveLength(2)
  const notes = await app.pool<
    { note: string }[]
  >`select note from tally_checkpoints order by size desc limit 31`
  const checkpoints = notes.map(({ note }) => readCheckpoint(note)).toReversed()
  for (const [index, older] of checkpoints.slice(0, -1).entries()) {
    const newer = checkpoints[index + 1]!
    const path = `/transparency/consistency?from=${older.size}&to=${newer.size}`
    const { proof } = await (await fetch(app.origin + path)).json()
    expect(isConsistent(older.size, older.root, newer.size, newer.root, proof)).toBe(true)
  }
  const { size } = await checkLog(app.origin, { saved })
  const [row] = await app.pool`select count(*)::int as size from tally_entries`
  expect(row).toEqual({ size })
  await expect(
    checkLog(app.origin, { saved: saved.replace(/\n.{43}=\n/, `\n${'A'.repeat(43)}=\n`) }),
  ).rejects.toThrow('the past was rewritten')
  const [newest = ''] = (await publishedKeys(app)).split('\n')
  await expect(checkLog(app.origin, { keyText: `${newest}\n` })).rejects.toThrow('not signed')
  expect((await runHurd(app, ['tally', 'rotate-key'], { DATA_DIR: app.dataDir })).code).toBe(0)
  const checkpoint = await (await fetch(`${app.origin}/transparency/checkpoint`)).text()
  const page = await (await fetch(`${app.origin}/transparency`)).text()
  const [, , root = ''] = checkpoint.split('\n')
  expect(page).toContain(root)
  expect(page).toContain('The newest 14 days at most are listed here.')
}, 60_000)

// covers HURD-TALLY-01
test('the page of a bill ends with the newest checkpoint, which /transparency lists', async () => {
  const { bill_id } = await app.bill('Footed Act')
  await runTally(app, newDay())
  const checkpoint = await (await fetch(`${app.origin}/transparency/checkpoint`)).text()
  const [, size = '', root = ''] = checkpoint.split('\n')
  // An instance that started after the tally has read it.
  const instance = await app.secondInstance()
  try {
    const { headers } = await instance.inject(`/bills/${bill_id}`)
    const { body } = await instance.inject(String(headers.location))
    expect(body).toContain(`<p class="checkpoint">Public tally: ${size} lines, fingerprint ${root}</p>`)
  } finally {
    await instance.close()
  }
  const page = await (await fetch(`${app.origin}/transparency`)).text()
  expect(page).toContain(`<a href="/transparency/checkpoint?size=${size}">${size}</a>`)
  expect(page).toContain(`<code>${root}</code>`)
})

// covers BEY-TALLY-07
test('nothing that is published without a token names a member', async () => {
  const words = await app.pool<{ word: string }[]>`
    select unnest(array[user_id::text, username::text, full_name::text, email::text]) as word from users`
  const entries = await app.pool<{ bill_id: string; day: string }[]>`
    select e.bill_id, e.day::text from tally_entries e where kind = 'bill'`
  const [checkpoint] = await app.pool<
    { size: number }[]
  >`select max(size)::int as size from tally_checkpoints`
  const paths = [
    '/checkpoint',
    '/key',
    '/log',
    `/consistency?from=3&to=${checkpoint!.size}`,
    ...entries.flatMap(({ bill_id, day }) => [`/bills/${bill_id}/${day}`, `/bills/${bill_id}/${day}/leaves`]),
  ]
  let published = ''
  for (const path of paths) {
    const response = await fetch(`${app.origin}/transparency${path}`)
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      path,
      200,
      '*',
    ])
    expect(response.headers.get('cache-control')).toMatch(/^public/)
    published += await response.text()
  }
  expect(words.length).toBeGreaterThan(100)
  expect(words.filter(({ word }) => published.includes(word))).toEqual([])
  for (const path of ['/log?from=x', '/consistency?from=5', '/consistency?from=5&to=99999']) {
    expect((await fetch(`${app.origin}/transparency${path}`)).status).toBe(400)
  }
  for (const path of [
    '/bills/none/2030-01-01',
    `/bills/${entries[0]!.bill_id}/2030-13-45`,
    '/checkpoint?size=999999',
  ]) {
    expect((await fetch(`${app.origin}/transparency${path}`)).status).toBe(404)
  }
})

// covers BEY-TALLY-07
test('a program in a browser that reads too much can read that it is refused', async () => {
  const busy = await startTestServer({ rateLimits: true, limits: { ...defaultLimits, anonymousReads: 1 } })
  const read = () => fetch(`${busy.origin}/transparency/checkpoint`)
  await read()
  const refused = await read()
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*'])
  await busy.close()
})

// covers BEY-TALLY-16
test('a database that is older than the last checkpoint publishes nothing until the operator signs that', async () => {
  const settings = { DATA_DIR: app.dataDir }
  expect(await runHurd(app, ['tally', 'check', '--json'], settings)).toMatchObject({ code: 0 })
  const [last] = await app.pool<{ size: number; note: string }[]>`
    select size::int, note from tally_checkpoints order by size desc limit 1`
  // The restored database lacks the newest checkpoint and the lines since the one before it.
  await app.pool.begin(async (db) => {
    await db`set local session_replication_role = replica`
    const [before] = await db<{ size: number }[]>`
      select size::int from tally_checkpoints where size < ${last!.size} order by size desc limit 1`
    await db`delete from tally_checkpoints where size > ${before!.size}`
    await db`delete from tally_leaves where entry_no >= ${before!.size}`
    await db`delete from tally_entries where entry_no >= ${before!.size}`
    await db`delete from tally_nodes where (node_index + 1) * (1 << level) > ${before!.size}`
  })
  const day = newDay()
  await expect(runTally(app, day)).rejects.toThrow('hurd tally check --restored')
  expect(await entriesOf(app, day)).toEqual([])
  const refused = await runHurd(app, ['tally', 'check'], settings)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('hurd tally check --restored')
  expect((await runHurd(app, ['tally', 'rotate-key'], settings)).code).toBe(1)

  expect((await runHurd(app, ['tally', 'check', '--restored'], settings)).code).toBe(0)
  expect(await readFile(join(app.dataDir, 'tally.checkpoint'), 'utf8')).not.toBe(last!.note)
  await runTally(app, day)
  expect((await entriesOf(app, day)).at(-1)).toMatchObject({ kind: 'roll' })
  await checkLog(app.origin)
  const [restored] = await app.pool<
    { line: string }[]
  >`select line from tally_entries where kind = 'restored'`
  expect(restored!.line.split('\n')[2]).toBe(String(last!.size))
  expect((await runHurd(app, ['tally', 'check', '--restored'], settings)).stderr).toContain('nothing to sign')

  // A new machine without the file continues the log that it finds.
  await rm(join(app.dataDir, 'tally.checkpoint'))
  const next = newDay()
  await runTally(app, next)
  expect((await entriesOf(app, next)).at(-1)).toMatchObject({ kind: 'roll' })
}, 60_000)

// covers HURD-TOGETHER-01
test('a visitor reads on which bills accounts voted together, with size and day and without names', async () => {
  const page = async () => (await fetch(`${app.origin}/how-we-count`)).text()
  expect(await page()).toContain('No accounts count as one voice on any bill now.')
  const { bill_id } = await app.bill('Choir <Act>')
  const insert = async (rule: 'A' | 'B', state: 'found' | 'released', size: number) => {
    const ids = members.slice(0, size).map(({ user_id }) => user_id)
    await app.pool`
      with cluster as (
        insert into vote_clusters (bill_id, rule, state, found_on) values (${bill_id}, ${rule}, ${state}, '2030-02-03')
        returning cluster_id)
      insert into vote_cluster_members (cluster_id, user_id) select cluster_id, unnest(${ids}::uuid[]) from cluster`
  }
  await insert('A', 'found', 12)
  await insert('A', 'released', 13)
  await insert('B', 'found', 14)
  const shown = await page()
  const [, rows = ''] = /Bills on which accounts voted together.*?<tbody>(.*?)<\/tbody>/s.exec(shown) ?? []
  expect(rows.match(/<tr>/g)).toHaveLength(1)
  for (const word of [bill_id, 'Choir &lt;Act&gt;', '<td>12</td>', 'datetime="2030-02-03"', '<td>A</td>']) {
    expect(rows).toContain(word)
  }
  const words = await app.pool<{ word: string }[]>`
    select unnest(array[user_id::text, username::text, full_name::text, email::text]) as word from users`
  expect(words.filter(({ word }) => shown.includes(word))).toEqual([])
})

test('a visitor who reads Spanish reads the formulas in Spanish too', async () => {
  const page = await fetch(`${app.origin}/how-we-count`, { headers: { 'accept-language': 'es' } })
  const formulas = (await page.text()).match(/<pre.*?<\/pre>/gs) ?? []
  expect(formulas).toHaveLength(7)
  expect(formulas.join()).toContain('todas las posturas')
  expect(formulas.join()).not.toMatch(/\b(votes?|members?|shown|stances?|score|share)\b/)
})

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}
