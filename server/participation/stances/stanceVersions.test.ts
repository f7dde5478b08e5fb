import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmStance, getBill, takeStance } from '#contract/bills/bills.ts'
import { listVersions } from '#contract/bills/versions.ts'
import type { Stance } from '#contract/stances.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const introduced =
  'A ferry that runs at night shall carry a light at the bow. The crew may carry a second light.'
const minor = introduced.replace('second', 'spare')
const material = minor.replace('shall carry a light', 'shall carry 4 lights')

async function print(bill_id: string, month: number, full_text: string) {
  await storeText(
    app,
    bill_id,
    { full_text },
    { label: `Printing ${month}`, printed_on: `2025-0${month}-01` },
  )
}

const counts = (support: number, oppose = 0, neutral = 0, learning = 0) => ({
  support_count: support,
  oppose_count: oppose,
  neutral_count: neutral,
  learning_count: learning,
})

async function view(person: Person, id: string) {
  const { bill } = await person.call(getBill, { id })
  const { support_count, oppose_count, neutral_count, learning_count } = bill
  return {
    all: { support_count, oppose_count, neutral_count, learning_count },
    current: bill.current_version_counts,
    version: bill.user_stance_version?.version_no ?? null,
    is_outdated: bill.user_stance_is_outdated,
  }
}

// covers BEY-TEXT-16 BEY-VERSION-15 BEY-VERSION-17 BEY-VERSION-21
test('the counts on the current version restart after a material change and after nothing else', async () => {
  const { bill_id: id } = await app.bill('Night Light Act')
  const early = await app.member('early')
  await early.call(takeStance, { id, stance: 'neutral' })
  await print(id, 1, introduced)
  const ann = await app.member('ann')
  const bob = await app.member('bob')
  await ann.call(takeStance, { id, stance: 'support' })
  await bob.call(takeStance, { id, stance: 'oppose' })
  expect(await view(ann, id)).toEqual({
    all: counts(1, 1, 1),
    current: counts(1, 1, 1),
    version: 1,
    is_outdated: false,
  })

  await print(id, 2, introduced)
  await print(id, 3, minor)
  expect(await view(ann, id)).toMatchObject({ current: counts(1, 1, 1), is_outdated: false })

  await print(id, 4, material)
  expect(await view(ann, id)).toEqual({
    all: counts(1, 1, 1),
    current: counts(0),
    version: 1,
    is_outdated: true,
  })
  expect(await view(early, id)).toMatchObject({ version: null, is_outdated: true })

  const response = await bob.call(takeStance, { id, stance: 'support' })
  expect(response.current_version_counts).toEqual(counts(1))
  expect(await view(bob, id)).toEqual({
    all: counts(2, 0, 1),
    current: counts(1),
    version: 4,
    is_outdated: false,
  })

  const { versions, unversioned_counts } = await ann.call(listVersions, { id })
  expect(versions.map((version) => [version.version_no, version.kind, version.counts])).toEqual([
    [4, 'material', counts(1)],
    [3, 'minor', counts(0)],
    [2, 'unchanged', counts(0)],
    [1, 'first', counts(1)],
  ])
  expect(unversioned_counts).toEqual(counts(0, 0, 1))
  expect(await findProblems(app.pool)).toEqual([])
})

// covers BEY-TEXT-14 BEY-VERSION-16 BEY-VERSION-18 BEY-VERSION-24 BEY-VERSION-25
test('confirming a stance ties it to the new version and counts it there once', async () => {
  const { bill_id: id } = await app.bill('Night Horn Act')
  await print(id, 1, introduced)
  const cleo = await app.member('cleo')
  await cleo.call(takeStance, { id, stance: 'support' })
  await print(id, 2, material)
  expect(await view(cleo, id)).toMatchObject({ current: counts(0), is_outdated: true })
  // The same stance again changes nothing and does not confirm a newer version.
  expect(await cleo.call(takeStance, { id, stance: 'support' })).toMatchObject({
    changed: false,
    current_version_counts: counts(0),
  })

  expect(await cleo.refusal(confirmStance, { id, version_no: 1 })).toBe('version_outdated')
  for (const version_no of [0, 9, 32_768, 2_147_483_647]) {
    expect(await cleo.refusal(confirmStance, { id, version_no })).toBe('version_not_found')
    expect(await cleo.refusal(takeStance, { id, stance: 'support', version_no })).toBe('version_not_found')
  }
  expect(await cleo.refusal(confirmStance, { id: crypto.randomUUID(), version_no: 2 })).toBe('bill_not_found')
  const other = await app.member('other')
  expect(await other.refusal(confirmStance, { id, version_no: 2 })).toBe('no_stance_yet')

  const first = await cleo.call(confirmStance, { id, version_no: 2 })
  expect(first).toMatchObject({
    stance: { stance: 'support', version_no: 2, confirmed_at: expect.any(String) },
    current_version_counts: counts(1),
  })
  expect(await cleo.call(confirmStance, { id, version_no: 2 })).toEqual(first)
  expect(await view(cleo, id)).toEqual({ all: counts(1), current: counts(1), version: 2, is_outdated: false })
  expect(await findProblems(app.pool)).toEqual([])
})

// covers BEY-TEXT-16 BEY-VERSION-20
test('stances taken while a material version is being stored are counted for the right version', async () => {
  const { bill_id: id } = await app.bill('Night Bell Act')
  await print(id, 1, introduced)
  const members = await Promise.all(Array.from({ length: 50 }, (_, index) => app.member(`ringer${index}`)))
  const sides: Stance[] = ['support', 'oppose', 'neutral', 'learning']
  await Promise.all([
    print(id, 2, material),
    ...members.map((member, index) => member.call(takeStance, { id, stance: sides[index % 4]! })),
  ])
  expect(await findProblems(app.pool)).toEqual([])
  const { versions } = await members[0]!.call(listVersions, { id })
  const total = versions.reduce((sum, version) => sum + version.counts.support_count, 0)
  expect(total).toBe(13)
})

// covers BEY-VERSION-19
test('a stance on a version that the member has read is stored on it, and is outdated after a material change', async () => {
  const { bill_id: id } = await app.bill('Night Whistle Act')
  await print(id, 1, introduced)
  const dora = await app.member('dora')
  await print(id, 2, material)
  const { stance, current_version_counts } = await dora.call(takeStance, {
    id,
    stance: 'support',
    version_no: 1,
  })
  expect(stance).toMatchObject({ stance: 'support', version_no: 1, is_outdated: true })
  expect(current_version_counts).toEqual(counts(0))
  expect(await view(dora, id)).toEqual({ all: counts(1), current: counts(0), version: 1, is_outdated: true })
  const again = await dora.call(takeStance, { id, stance: 'support', version_no: 2 })
  expect(again).toMatchObject({ changed: false, stance: { version_no: 1, is_outdated: true } })
  const changed = await dora.call(takeStance, { id, stance: 'oppose', version_no: 2 })
  expect(changed.stance).toMatchObject({ version_no: 2, is_outdated: false })
  expect(await dora.refusal(takeStance, { id, stance: 'support', version_no: 7 })).toBe('version_not_found')
  expect(await findProblems(app.pool)).toEqual([])
})
