import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createGroupPost,
  deleteGroupPost,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'
const vermont = `${us}/state:vt`
const stowe = `${vermont}/place:stowe`

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', stowe)
})
afterAll(() => app.close())

const hurd = (...args: string[]) => runHurd(app, args)

async function importContent(content: unknown, ...more: string[]) {
  const file = join(app.dataDir, 'groups.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return hurd('groups', 'import', file, ...more)
}

async function groupsOf(division: string) {
  const { groups } = await app.visitor.call(listGroups, { limit: 100 })
  return groups.filter((group) => group.jurisdiction === division)
}

describe('hurd groups import', () => {
  test('an import creates groups with their existing residents, and a repeat changes nothing', async () => {
    await app.resident('ben', stowe)
    const group = {
      group_id: 'stowe-library',
      group_name: 'Stowe Library',
      description: 'Books.',
      jurisdiction: stowe,
    }
    const burlington = { group_name: 'Burlington', jurisdiction: `${vermont}/place:burlington` }

    expect(await importContent([group, burlington])).toMatchObject({
      code: 0,
      stdout: '2 inserted, 0 updated, 0 unchanged\n',
    })
    const library = (await groupsOf(stowe)).find((group) => group.group_name === 'Stowe Library')
    expect(library).toMatchObject({ description: 'Books.', government_level: 'local', group_type: 'place' })
    const { stats } = await ana.call(listGroupMembers, { id: library!.group_id })
    expect(stats.total).toBe(2)

    const changed = { ...group, description: 'Books and films.' }
    // Some editors begin a file with a byte-order mark.
    const lines = `\ufeff${JSON.stringify(changed)}\n${JSON.stringify(burlington)}\n`
    const again = await importContent(lines, '--json')
    expect(again.json).toEqual({
      ok: true,
      dates_left_out: {},
      inserted: 0,
      updated: 1,
      unchanged: 1,
      refused: 0,
      refusals: [],
      notes: [],
      seconds: expect.any(Number),
    })
    // A member who registers later belongs to both groups, and no third group is created.
    await app.resident('cleo', stowe)
    expect(await groupsOf(stowe)).toHaveLength(2)
    expect((await ana.call(listGroupMembers, { id: library!.group_id })).stats.total).toBe(3)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-GROUPS-03
  test('a group without a name of its own is named after its place, with the state', async () => {
    const place = (slug: string) => `${vermont}/place:${slug}`
    await importContent([
      { jurisdiction: place('barre') },
      { group_name: 'rutland', jurisdiction: place('rutland') },
      { group_name: 'Friends of Bristol', jurisdiction: place('bristol') },
      { jurisdiction: `${vermont}/county:addison` },
      { group_name: 'Maine', jurisdiction: `${us}/state:me` },
    ])
    const { groups } = await app.visitor.call(listGroups, { limit: 100 })
    const names = groups.map(({ group_name }) => group_name)
    expect(names).toEqual(
      expect.arrayContaining([
        'Barre, VT',
        'Rutland, VT',
        'Friends of Bristol',
        'Addison County, VT',
        'Maine',
      ]),
    )
    // An address in the place uses the existing group and keeps its name.
    await app.resident('rudy', place('rutland'))
    expect((await groupsOf(place('rutland'))).map(({ group_name }) => group_name)).toEqual(['Rutland, VT'])
  })

  test('an import by jurisdiction renames an existing group, and a group that moves gets other members', async () => {
    const [existing] = await groupsOf(vermont)
    await importContent({ groups: [{ group_name: 'Green Mountains', jurisdiction: vermont }] })
    expect(await groupsOf(vermont)).toEqual([{ ...existing, group_name: 'Green Mountains', description: '' }])

    await importContent([{ group_id: 'mover', group_name: 'Mover', jurisdiction: `${us}/state:nh` }])
    const [mover] = await groupsOf(`${us}/state:nh`)
    const count = async () => (await ana.call(listGroupMembers, { id: mover!.group_id })).stats.total
    expect(await count()).toBe(0)
    await importContent([{ group_id: 'mover', group_name: 'Mover', jurisdiction: stowe }])
    expect(await count()).toBe(3)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test.each([
    [
      [
        { group_name: 'Good', jurisdiction: stowe },
        { group_name: ' ', jurisdiction: stowe },
      ],
      'Record 2: group_name',
    ],
    [[{ group_name: 'X', jurisdiction: 'Stowe' }], 'Record 1: jurisdiction is missing or invalid.'],
    [[{ group_name: 'X', jurisdiction: stowe, group_type: 'planet' }], 'Record 1: group_type'],
    [[{ group_name: 'X', jurisdiction: stowe, government_level: 'app' }], 'Record 1: government_level'],
    [[{ group_name: 'X', jurisdiction: `${vermont}/region:east` }], 'group_type is required'],
    [
      [{ group_name: 'X', jurisdiction: `${vermont}/cd:at-large`, group_type: 'place' }],
      'Record 1: the jurisdiction is a district',
    ],
    [
      [{ group_name: 'X', jurisdiction: `${stowe}/council_district:3`, group_type: 'place' }],
      'Record 1: the jurisdiction is a district',
    ],
    [`{"group_name":"A","jurisdiction":"${us}"}\n\nnot JSON\n`, 'Line 3: not JSON.'],
    [
      [
        { group_name: 'A', jurisdiction: us },
        { group_name: 'B', jurisdiction: us },
      ],
      'same id as record 1',
    ],
    [['a word'], 'Record 1: not a group.'],
    ['{"group_name":\n', 'not JSON.'],
    ['', 'The file contains no groups.'],
  ])('a file with an invalid record is rejected: %j', async (content, words) => {
    const before = await app.pool`select * from groups order by group_id`
    const refused = await importContent(content)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(words)
    expect([...(await app.pool`select * from groups order by group_id`)]).toEqual([...before])
  })

  test('a missing argument or file is reported', async () => {
    expect((await hurd('groups', 'import')).code).toBe(2)
    const missing = await hurd('import', 'groups', '/nowhere/groups.json')
    expect(missing).toMatchObject({ code: 1, stderr: 'Cannot read the file /nowhere/groups.json.\n' })
  })
})

describe('hurd posts', () => {
  test('pin moves a post to the top and unpin moves it back', async () => {
    const id = await app.groupOf(vermont)
    const { post: first } = await ana.call(createGroupPost, { id, content: 'first' })
    const { post: second } = await ana.call(createGroupPost, { id, content: 'second' })
    const order = async () => {
      const { posts } = await ana.call(listGroupPosts, { id })
      return posts.map((post) => [post.content, post.is_pinned])
    }
    const pinned = await hurd('posts', 'pin', first.post_id)
    expect(pinned).toMatchObject({ code: 0, stdout: `${first.post_id} is pinned.\n` })
    expect(await order()).toEqual([
      ['first', true],
      ['second', false],
    ])
    expect((await hurd('posts', 'unpin', first.post_id, '--json')).json).toEqual({
      ok: true,
      post_id: first.post_id,
      is_pinned: false,
    })
    expect(await order()).toEqual([
      ['second', false],
      ['first', false],
    ])
    await ana.call(deleteGroupPost, { id, post_id: second.post_id })
    expect((await hurd('posts', 'pin', second.post_id)).stderr).toBe(`There is no post ${second.post_id}.\n`)
    expect((await hurd('posts', 'pin', 'first')).code).toBe(2)
  })
})
