import { deleteAccount } from '#contract/accounts/accounts.ts'
import { getBill, takeStance } from '#contract/bills/bills.ts'
import { listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { decideCohortMember, listCohortMembers, listCohorts } from '#contract/moderation/cohorts.ts'
import { compareAccounts } from '#server/operations/moderation/cohorts/compareAccounts.ts'
import { cohortCommands } from '#server/operations/moderation/operator/operatorCohort.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { operator } from '#server/testing/setups/operators.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

const code = 'BRIGADE-CODE'

/** A brigade of 12 accounts of one access code takes stances and votes, and is suspended, restored and deleted. */
export async function brigade(app: TestServer): Promise<string[]> {
  const { bill_id } = await app.bill('Brigaded Act')
  const author = await app.member('brigaded')
  await author.call(takeStance, { id: bill_id, stance: 'support' })
  const { comment } = await author.call(postComment, {
    id: bill_id,
    content: 'Lamps.',
    category_id: 'general-discussion',
  })
  const act = async (by: Person, stance: 'support' | 'oppose', vote_type: 'upvote' | 'downvote') => {
    await by.call(takeStance, { id: bill_id, stance })
    await by.call(voteOnComment, { id: comment.comment_id, vote_type })
  }
  for (let index = 0; index < 6; index++) {
    // oxlint-disable-next-line no-await-in-loop -- one member after another
    await act(await app.member(`neighbor${index}`), index % 2 === 0 ? 'support' : 'oppose', 'upvote')
  }
  const state = async () => {
    const { bill } = await author.call(getBill, { id: bill_id })
    const [row] = await app.pool<{ score: number }[]>`
      select bridging_score::int as score from bill_comments where comment_id = ${comment.comment_id}`
    const [shown] = (await author.call(listComments, { id: bill_id })).comments
    const total = bill.support_count + bill.oppose_count + bill.neutral_count + bill.learning_count
    return `score ${row!.score}, ${shown!.upvotes} upvotes, ${shown!.downvotes} downvotes, total ${total}`
  }

  const attack = async (name: string) => {
    const members: Person[] = []
    for (let index = 0; index < 12; index++) {
      // oxlint-disable-next-line no-await-in-loop -- one member after another
      const by = await app.member(`${name}${index}`)
      members.push(by)
      // oxlint-disable-next-line no-await-in-loop -- see above
      await act(by, 'oppose', 'downvote')
    }
    return members
  }
  const before = await state()
  const leavers = await attack('leaver')
  const during = await state()
  // oxlint-disable-next-line no-await-in-loop -- one member after another
  for (const by of leavers) await by.call(deleteAccount, {})
  const left = await state()

  await app.pool`insert into access_codes (code, max_uses, uses) values (${code}, 12, 12)`
  const members = await attack('brigade')
  await app.pool`
    update users set access_code = ${code}, created_at = date_trunc('minute', now()) - interval '1 hour'
     where user_id = any(${members.map(({ user_id }) => user_id)}::uuid[])`
  const run = (...words: string[]) => runArguments(cohortCommands, words, commandContext(app))
  await run('suspend', '--code', code, '--reason', 'A brigade', '--confirm')
  const suspended = await state()
  await run('unsuspend', '--code', code, '--confirm')
  const restored = await state()
  const [cohortSize, moderated] = await suspendCohort(app)
  const uncounted = await state()
  return [
    `- (g) Before a brigade of 12 accounts: ${before}. With it: ${during}, by its number and no more. After its accounts are deleted: ${left}.`,
    `- (g) Another one, suspended with \`hurd suspend --code\`: ${suspended}. Restored: ${restored}.`,
    `- (g) The same as a cohort: ${cohortSize} of 12 are listed to moderators, with the same code. After a moderator suspended ${moderated}: ${uncounted}.`,
  ]
}

/** Suspends the members of the only cohort as a moderator. Returns how many it has, and how many were suspended. */
async function suspendCohort(app: TestServer): Promise<[number, number]> {
  let position: string | null = null
  do {
    // oxlint-disable-next-line no-await-in-loop -- one slice after another
    position = await compareAccounts(app.pool, position)
  } while (position !== null)
  const moderator = await operator(app, 'moderator', 'moderator')
  const { cohorts } = await moderator.call(listCohorts, {})
  const cohort = cohorts.find(({ signals }) => signals.some(({ signal }) => signal === 'code'))
  if (!cohort) return [0, 0]
  const { cohort_id, member_count } = cohort
  const { members } = await moderator.call(listCohortMembers, { cohort_id })
  for (const { user_id } of members) {
    const decision = { cohort_id, user_id, decision: 'suspend', reason: 'A brigade' } as const
    // oxlint-disable-next-line no-await-in-loop -- one decision after another
    await moderator.call(decideCohortMember, decision)
  }
  return [member_count, members.length]
}
