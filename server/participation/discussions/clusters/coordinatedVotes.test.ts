import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { getEchoBaseline } from '#contract/chance.ts'
import { appealCoordinatedVotes, listCoordinatedVotes } from '#contract/coordinatedVotes.ts'
import { getEchoScore, listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { reportText } from '#contract/storedTexts.ts'
import { removeClosedAccount } from '#server/members/people/deletion/deletion.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { contentParts } from '#server/operations/deletions/parts.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { coordinationCommands } from './operator.ts'
import { refreshNextBills } from './refreshClusters.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, await makePageFrame())
})
afterAll(() => app.close())

async function withStance(name: string, id: string, stance: 'support' | 'oppose') {
  const person = await app.member(name)
  await person.call(takeStance, { id, stance })
  return person
}

let bills = 0

/** A bill with eight comments, five of which a ring of twelve supporters upvotes at once, and honest votes of both sides. */
async function ringBill() {
  bills += 1
  const { bill_id: id } = await app.bill(`Ring Bill ${bills}`)
  const author = await withStance(`ring-author-${bills}`, id, 'oppose')
  const comments: string[] = []
  for (let index = 0; index < 9; index += 1) {
    const post = { id, content: `View ${index}`, category_id: 'general-discussion' } as const
    comments.push((await author.call(postComment, post)).comment.comment_id)
  }
  const vote = (person: Person, index: number, vote_type: 'upvote' | 'downvote' = 'upvote') =>
    person.call(voteOnComment, { id: comments[index]!, vote_type })
  for (const side of ['support', 'oppose'] as const) {
    for (const count of [0, 1, 2]) {
      const honest = await withStance(`honest-${bills}-${side}-${count}`, id, side)
      await vote(honest, 8)
      await vote(honest, count, 'downvote')
    }
  }
  const ring: Person[] = []
  for (let count = 0; count < 12; count += 1) {
    ring.push(await withStance(`ring-${bills}-${count}`, id, 'support'))
  }
  await Promise.all(
    ring.map(async (member) => {
      for (let index = 0; index < 8; index += 1) await vote(member, index)
    }),
  )
  return { id, comments, author, ring, vote }
}

const orderOf = async (reader: Person, id: string) =>
  (await reader.call(listComments, { id, sort: 'agreed' })).comments.map(({ content }) => content)

async function numbersOf(reader: Person, id: string) {
  const { comments } = await reader.call(listComments, { id, sort: 'oldest' })
  const { cached: _cached, ...echo } = await reader.call(getEchoScore, { id })
  return {
    votes: comments.map(({ upvotes, downvotes, change_count }) => [upvotes, downvotes, change_count]),
    echo,
  }
}

async function scores(id: string) {
  const rows = await app.pool<{ bridging_score: number }[]>`
    select bridging_score from bill_comments where bill_id = ${id} order by created_at`
  return rows.map(({ bridging_score }) => bridging_score)
}

const age = (id: string) =>
  app.pool`update echo_baselines set computed_at = computed_at - interval '2 minutes' where bill_id = ${id}`

// covers BEY-TOGETHER-03
test('a group that voted together has one voice in the order and in the comparison with chance, and changes no other number', async () => {
  const { id, comments, author, ring, vote } = await ringBill()
  const [before, scoresBefore] = [await numbersOf(author, id), await scores(id)]
  const baseline = await author.call(getEchoBaseline, { id })
  await refreshNextBills(app.pool, null)

  expect(await numbersOf(author, id)).toEqual(before)
  const after = await scores(id)
  expect(after[8], 'the ring did not vote on it').toBe(scoresBefore[8])
  expect(after.slice(3, 8), 'one upvote of a supporter').toEqual([400, 400, 400, 400, 400])
  expect(after[0]! < scoresBefore[0]!).toBe(true)
  expect((await orderOf(author, id))[0]).toBe('View 8')
  await age(id)
  const compared = await author.call(getEchoBaseline, { id })
  expect(baseline.total_analyzed_votes - compared.total_analyzed_votes).toBe(11 * 8)
  expect(baseline.voters - compared.voters).toBe(11)
  expect(await findProblems(app.pool)).toEqual([])

  // Votes between two runs: a member of the group takes votes back until fewer are left than are discounted.
  for (const member of ring) await member.call(voteOnComment, { id: comments[4]!, vote_type: 'upvote' })
  expect((await numbersOf(author, id)).votes[4]).toEqual([0, 0, 0])
  expect((await scores(id))[4]).toBe(333)
  await vote(ring[0]!, 4)
  expect(await findProblems(app.pool)).toEqual([])
  await refreshNextBills(app.pool, null)
  expect((await scores(id))[4]).toBe(400)
  expect(await findProblems(app.pool)).toEqual([])
})

const today = () => new Date().toISOString().slice(0, 10)

// covers BEY-TOGETHER-05
test('nobody sees who is in a group, and each member sees that they are and can appeal', async () => {
  const { id, author, ring } = await ringBill()
  const began = today()
  await refreshNextBills(app.pool, null)
  const clusters = [{ size: 12, found_on: expect.toBeOneOf([began, today()]), rule: 'A' }]
  const shown = await author.call(listCoordinatedVotes, { id })
  expect(shown).toEqual({ success: true, clusters, includes_viewer: false })
  expect(await ring[3]!.call(listCoordinatedVotes, { id })).toEqual({ ...shown, includes_viewer: true })
  expect(await author.refusal(appealCoordinatedVotes, { id })).toBe('not_coordinated')
  await ring[3]!.call(appealCoordinatedVotes, { id, message: 'We are a class.' })
  await ring[3]!.call(appealCoordinatedVotes, { id, message: 'We are a class of 12.' })
  const reports = await app.pool<
    { details: string }[]
  >`select details from reports where reporter_id = ${ring[3]!.user_id}`
  expect(reports.map(({ details }) => details)).toEqual([
    expect.stringMatching(/one voice \(cluster .*\)\. We are a class of 12\.$/),
  ])
  expect(inLanguage('es', () => reportText(reports[0]!.details))).toMatch(
    /^Apelación contra .* \(grupo [\w-]+\)\. We are a class of 12\.$/,
  )
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await author.refusal(listCoordinatedVotes, { id: unknown })).toBe('bill_not_found')
})

// covers BEY-TOGETHER-06
test('hurd coordination release lifts a group for good, and keep confirms one', async () => {
  const { id, author, ring, vote } = await ringBill()
  const order = await orderOf(author, id)
  const former = await scores(id)
  await refreshNextBills(app.pool, null)
  const [cluster] = await app.pool<{ cluster_id: string }[]>`
    select cluster_id from vote_clusters where bill_id = ${id} and rule = 'A'`
  const run = (...words: string[]) => {
    const lines: string[] = []
    return runArguments(
      coordinationCommands,
      ['coordination', ...words],
      commandContext(app, (line) => void lines.push(line)),
    ).then(() => lines)
  }
  expect((await run('list')).join('\n')).toMatch(
    new RegExp(`${cluster!.cluster_id} .* 12 accounts, rule A, .*, found`),
  )
  await run('keep', cluster!.cluster_id)
  await refreshNextBills(app.pool, null)
  expect((await author.call(listCoordinatedVotes, { id })).clusters).toHaveLength(1)
  await run('release', cluster!.cluster_id)
  expect(await scores(id)).toEqual(former)
  expect(await orderOf(author, id)).toEqual(order)
  for (const member of ring) await vote(member, 8)
  await refreshNextBills(app.pool, null)
  expect((await author.call(listCoordinatedVotes, { id })).clusters).toEqual([])
  await expect(run('release', crypto.randomUUID())).rejects.toThrow('There is no cluster')
  await expect(run('keep')).rejects.toThrow('Name one cluster')
  const unrecorded = coordinationCommands
    .filter(({ audit }) => audit === 'none')
    .map(({ words }) => words.join(' '))
  expect(unrecorded, 'the others are in the audit log').toEqual(['coordination list'])
  expect(await findProblems(app.pool)).toEqual([])
})

async function leaveForGood(member: Person) {
  await member.call(deleteAccount, {})
  await app.pool`update closed_accounts set purge_at = now() where user_id = ${member.user_id}`
  while (await removeClosedAccount(app.pool, contentParts));
}

// covers BEY-TOGETHER-01 BEY-TOGETHER-05
test('a confirmed group that deleted accounts leave with fewer than five is listed nowhere and counts as before', async () => {
  const { id, author, ring } = await ringBill()
  await refreshNextBills(app.pool, null)
  await app.pool`update vote_clusters set state = 'kept' where bill_id = ${id}`
  const listed = async () =>
    (await author.call(listCoordinatedVotes, { id })).clusters.map(({ size }) => size)
  const isPublished = async () => (await (await fetch(`${app.origin}/how-we-count`)).text()).includes(id)
  // The last one to leave has no stance and has taken every vote back, so no other row shows that the group has changed.
  const leaver = await app.member(`leaver-${bills}`)
  await app.pool`
    insert into vote_cluster_members (cluster_id, user_id)
    select cluster_id, ${leaver.user_id} from vote_clusters where bill_id = ${id} and rule = 'A'`
  for (const member of ring.slice(4)) await leaveForGood(member)
  await refreshNextBills(app.pool, null)
  expect([await listed(), await isPublished()]).toEqual([[5], true])
  expect((await scores(id))[4], 'five accounts are one voice').toBe(400)
  await age(id)
  await author.call(getEchoBaseline, { id })

  await leaveForGood(leaver)
  expect([await listed(), await isPublished()]).toEqual([[], false])
  expect(await ring[0]!.refusal(appealCoordinatedVotes, { id })).toBe('not_coordinated')
  expect(await findProblems(app.pool)).toEqual([])
  await refreshNextBills(app.pool, null)
  expect((await scores(id))[4], 'four supporters liked it').toBeGreaterThan(400)
  expect(await findProblems(app.pool)).toEqual([])
})

test('groups that have become one are stored as one, which is confirmed if one of them was', async () => {
  const { id, author, ring } = await ringBill()
  await refreshNextBills(app.pool, null)
  const former = await scores(id)
  const [other] = await app.pool<{ cluster_id: string }[]>`
    insert into vote_clusters (bill_id, rule, state) values (${id}, 'A', 'kept') returning cluster_id`
  await app.pool`
    insert into vote_cluster_members (cluster_id, user_id)
    select ${other!.cluster_id}, unnest(${ring.slice(0, 5).map(({ user_id }) => user_id)}::uuid[])`
  await refreshNextBills(app.pool, null)
  const clusters = await app.pool`
    select cluster_id, state, (select count(*)::int from vote_cluster_members m where m.cluster_id = k.cluster_id) as size
      from vote_clusters k where bill_id = ${id} and rule = 'A'`
  expect(clusters).toEqual([{ cluster_id: other!.cluster_id, state: 'kept', size: 12 }])
  expect((await author.call(listCoordinatedVotes, { id })).clusters).toHaveLength(1)
  expect(await scores(id)).toEqual(former)
})

const idsOf = (people: readonly Person[]) => people.map(({ user_id }) => user_id)

async function groupSizes(id: string) {
  const rows = await app.pool<{ size: number }[]>`
    select (select count(*)::int from vote_cluster_members m where m.cluster_id = k.cluster_id) as size
      from vote_clusters k where bill_id = ${id} and rule = 'A' order by size desc`
  return rows.map(({ size }) => size)
}

// covers BEY-TOGETHER-01
test('a confirmed group whose members no longer vote at the same time stays one group', async () => {
  const { id, ring } = await ringBill()
  await refreshNextBills(app.pool, null)
  const former = await scores(id)
  await app.pool`update vote_clusters set state = 'kept' where bill_id = ${id}`
  await app.pool`
    update comment_votes set created_at = created_at - interval '1 hour'
     where bill_id = ${id} and user_id = any(${idsOf(ring.slice(6))}::uuid[])`
  await refreshNextBills(app.pool, null)
  expect(await groupSizes(id)).toEqual([12])
  expect(await scores(id)).toEqual(former)
})

// covers BEY-TOGETHER-01
test('votes and changed votes since the last round are compared, however long ago it was', async () => {
  await app.pool`
    insert into recurring_tasks as stored (name, every_seconds, finished_at)
    values ('vote_clusters', 86400, now() - interval '3 days')
    on conflict (name) do update set finished_at = excluded.finished_at`
  const cast = await ringBill()
  const changed = await ringBill()
  await app.pool`
    update comment_votes set created_at = created_at - interval '2 days' where bill_id = ${cast.id}`
  await app.pool`
    update comment_votes set created_at = created_at - interval '10 days', changed_at = created_at
     where bill_id = ${changed.id}`
  await refreshNextBills(app.pool, null)
  expect([await groupSizes(cast.id), await groupSizes(changed.id)]).toEqual([[12], [12]])
  await app.pool`delete from recurring_tasks where name = 'vote_clusters'`
})

// covers BEY-TOGETHER-06
test('an operator who decides about a group of rule B reads what it changes, and its release ends a group of rule A', async () => {
  const { id } = await ringBill()
  const former = await scores(id)
  await refreshNextBills(app.pool, null)
  const [cluster] = await app.pool<{ cluster_id: string }[]>`
    select cluster_id from vote_clusters where bill_id = ${id} and rule = 'B'`
  const lines: string[] = []
  for (const words of ['keep', 'release']) {
    await runArguments(
      coordinationCommands,
      ['coordination', words, cluster!.cluster_id],
      commandContext(app, (line) => void lines.push(line)),
    )
  }
  expect(lines).toEqual([
    'The group stays listed. Groups of rule B change no number.',
    'These accounts are not grouped again on this bill under either rule. From the next daily round on, each counts as a voice of its own, unless it is in a confirmed group of rule A.',
  ])
  expect(await groupSizes(id)).toEqual([12])
  await refreshNextBills(app.pool, null)
  expect(await groupSizes(id)).toEqual([])
  expect(await scores(id)).toEqual(former)
})
