import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmStance, getBill, takeStance } from '#contract/bills/bills.ts'
import { compareVersions, getVersion, listVersions } from '#contract/bills/versions.ts'
import { listNotifications } from '#contract/notifications.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { notifyBillFollowers } from '#server/participation/alerts/fanout.ts'
import { runArguments } from '#server/testing/operator.ts'
import { commandContext, runHurd } from '#server/testing/operator.ts'
import { followBill } from '#server/testing/setups/alerts.ts'
import { storeText, storeVersion } from '#server/testing/setups/records/billTexts.ts'
import { dayFromNow } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { versionCommands } from './operator.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const introduced = 'A ferry that runs at night shall carry a light at the bow.'
const other = 'A library shall open at 8 and lend 4 books to each reader of the town.'

let number = 0
async function newBill() {
  number += 1
  const { bill_id: id } = await app.bill(`Night Light Act ${number}`)
  const source_id = `us/119/hr/${9700 + number}`
  await app.pool`update bills set source_id = ${source_id} where bill_id = ${id}`
  return { id, source_id }
}

const print = (id: string, code: string, ago: number, full_text: string) =>
  storeText(app, id, { full_text }, { code, label: `Printing ${code}`, printed_on: dayFromNow(-ago) })

function run(words: string, ...args: string[]) {
  const lines: string[] = []
  const result = runArguments(
    versionCommands,
    ['versions', words, ...args],
    commandContext(app, (line) => void lines.push(line)),
  )
  return result.then((value) => ({ ...value, lines }))
}

async function kindsOf(reader: Person, id: string) {
  const { versions } = await reader.call(listVersions, { id })
  return versions.map(({ version_no, kind, is_current }) => [version_no, kind, is_current])
}

describe('hurd versions', () => {
  // covers BEY-VERSION-38 HURD-VERSION-01
  test('a version that was imported by mistake is withdrawn, stances count as before, and those who were notified hear of it', async () => {
    const { id, source_id } = await newBill()
    await print(id, 'ih', 6, introduced)
    const ana = await app.member('ana')
    const ben = await app.member('ben')
    await ana.call(takeStance, { id, stance: 'support' })
    await ben.call(takeStance, { id, stance: 'oppose' })
    const cam = await app.member('cam')
    await followBill(cam, id)
    await print(id, 'eh', 3, other)
    await notifyBillFollowers(app.pool)
    await ben.call(confirmStance, { id, version_no: 2 })
    await print(id, 'rfs', 1, introduced)
    const before = await ana.call(getBill, { id })
    expect(before.bill).toMatchObject({ user_stance_is_outdated: true })
    expect(await kindsOf(ana, id)).toEqual([
      [3, 'material', true],
      [2, 'material', false],
      [1, 'first', false],
    ])

    const { lines, ...result } = await run('retract', source_id, '2')
    expect(result).toEqual({ source_id, version_no: 2, current_version_no: 3, corrected_updates: 1 })
    expect(lines[1]).toBe('Current: version 3 (Printing rfs).')
    expect(await kindsOf(ana, id)).toEqual([
      [3, 'unchanged', true],
      [2, 'retracted', false],
      [1, 'first', false],
    ])
    const { bill } = await ana.call(getBill, { id })
    expect(bill).toMatchObject({
      user_stance_is_outdated: false,
      current_version_counts: { support_count: 1, oppose_count: 1 },
      full_text: introduced,
    })
    const [row] = await app.pool`
      select withdrawn_at is not null as is_withdrawn from bill_versions where bill_id = ${id} and version_no = 2`
    expect(row).toEqual({ is_withdrawn: true })
    expect(await ben.refusal(confirmStance, { id, version_no: 2 })).toBe('version_not_found')
    await notifyBillFollowers(app.pool)
    const { notifications } = await cam.call(listNotifications, {})
    expect(notifications[0]?.message).toContain(
      'That was a mistake. The version is withdrawn, and your stance counts as before.',
    )
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-VERSION-01
  test('after the withdrawal of the only later version, readers see and compare the earlier ones', async () => {
    const { id } = await newBill()
    const reader = await app.member('reader')
    await print(id, 'ih', 9, introduced)
    await print(id, 'rh', 6, introduced.replace('night', 'dusk'))
    await print(id, 'enr', 3, other)
    await print(id, 'eh', 2, introduced.replace('bow', 'stern'))
    expect((await kindsOf(reader, id))[1]).toEqual([4, 'late', false])
    await run('retract', id, '3')
    expect(await kindsOf(reader, id)).toEqual([
      [3, 'retracted', false],
      [4, 'minor', true],
      [2, 'minor', false],
      [1, 'first', false],
    ])
    const { summary } = await reader.call(compareVersions, { id, from: 2, to: 4 })
    expect(summary.words_changed).toBe(2)
    expect((await reader.call(getVersion, { id, version_no: 3 })).version).toMatchObject({
      kind: 'retracted',
    })
    // The same text again is not a new version.
    await print(id, 'enr', 3, other)
    expect(await kindsOf(reader, id)).toHaveLength(4)
    await expect(run('retract', id, '3')).rejects.toThrow('is withdrawn already')
    await expect(run('retract', id, '9')).rejects.toThrow('has no version 9')
    await expect(run('retract', id, 'three')).rejects.toThrow('the number of one of its versions')
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-VERSION-01
  test('a withdrawn version whose text arrives later stays withdrawn', async () => {
    const { id } = await newBill()
    const reader = await app.member('withdrawn')
    await print(id, 'ih', 6, introduced)
    const named = { code: 'eh', label: 'Printing eh', printed_on: dayFromNow(-3) }
    await storeVersion(app, id, { ...named, text: null })
    await run('retract', id, '2')
    await print(id, 'eh', 3, other)
    expect(await kindsOf(reader, id)).toEqual([
      [2, 'retracted', false],
      [1, 'first', true],
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-VERSION-02
  test('recompute repairs the order, kinds and counts of one bill or of all, and changes nothing twice', async () => {
    const { id, source_id } = await newBill()
    const reader = await app.member('recomputer')
    await print(id, 'ih', 6, introduced)
    await print(id, 'eh', 3, other)
    const right = await kindsOf(reader, id)
    await app.pool`
      update bill_versions set kind = 'minor', words_changed = 1, ordinal = 5 where bill_id = ${id} and version_no = 2`
    await app.pool`update bill_counters set counted_from_version = 0 where bill_id = ${id}`
    expect(await run('recompute', source_id)).toMatchObject({ bills: 1, versions: 2, changed: 1 })
    expect(await kindsOf(reader, id)).toEqual(right)
    expect(await run('recompute')).toMatchObject({ changed: 0 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-VERSION-02
  test('list names every version, and wrong usage ends with the right exit code', async () => {
    const { id, source_id } = await newBill()
    await print(id, 'ih', 6, introduced)
    const { lines } = await run('list', source_id)
    expect(lines).toEqual([`1  Printing ih: ${dayFromNow(-6)}, first, text, current`])
    const listed = await runHurd(app, ['versions', 'list', id, '--json'])
    expect(listed).toMatchObject({ code: 0, json: { ok: true, source_id, versions: [{ version_no: 1 }] } })
    expect((await runHurd(app, ['versions', 'list'])).code).toBe(2)
    expect((await runHurd(app, ['versions', 'retract', id, '1', '--force'])).code).toBe(2)
    expect(await runHurd(app, ['versions', 'list', 'us/119/hr/1'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no bill us/119/hr/1.'),
    })
  })
})
