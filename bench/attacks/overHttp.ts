import { deleteAccount, register } from '#contract/accounts/accounts.ts'
import { getBill, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import type { TestServer } from '#server/testing/testServer.ts'

/** What members can do through the API: a leaked code, a brigade that leaves, and votes in another order. */
export async function overHttp(app: TestServer): Promise<string[]> {
  const lines: string[] = []
  await app.pool`insert into access_codes (code, max_uses) values ('LEAKED-CODE', 5)`
  let registered = 0
  for (let index = 0; index < 50; index++) {
    // oxlint-disable-next-line no-await-in-loop -- one registration after another
    const refusal = await app.visitor.refusal(register, {
      username: `leak${index}`,
      full_name: `Leak ${index}`,
      email: `leak${index}@example.org`,
      password: `a long passphrase ${index}`,
      access_code: 'LEAKED-CODE',
    })
    if (refusal === null) registered++
  }
  lines.push(
    `- (f) A leaked code for 5 uses, tried for 50 accounts: ${registered} accounts. A code admits as many as it was issued for.`,
  )

  const { bill_id } = await app.bill('Attacked Act')
  const author = await app.member('author')
  await author.call(takeStance, { id: bill_id, stance: 'support' })
  const { comment } = await author.call(postComment, {
    id: bill_id,
    content: 'Lamps.',
    category_id: 'general-discussion',
  })
  const honest = await Promise.all(Array.from({ length: 6 }, (_, index) => app.member(`honest${index}`)))
  for (const [index, by] of honest.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one member after another
    await by.call(takeStance, { id: bill_id, stance: index % 2 === 0 ? 'support' : 'oppose' })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await by.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
  }
  const state = async () => {
    const { bill } = await author.call(getBill, { id: bill_id })
    const [row] = await app.pool<{ score: number }[]>`
      select bridging_score::int as score from bill_comments where comment_id = ${comment.comment_id}`
    return {
      score: row!.score,
      total: bill.support_count + bill.oppose_count + bill.neutral_count + bill.learning_count,
    }
  }
  const before = await state()
  const brigade = await Promise.all(Array.from({ length: 12 }, (_, index) => app.member(`brigade${index}`)))
  for (const by of brigade) {
    // oxlint-disable-next-line no-await-in-loop -- one member after another
    await by.call(takeStance, { id: bill_id, stance: 'oppose' })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await by.call(voteOnComment, { id: comment.comment_id, vote_type: 'downvote' })
  }
  const during = await state()
  // oxlint-disable-next-line no-await-in-loop -- one member after another
  for (const by of brigade) await by.call(deleteAccount, {})
  const after = await state()
  lines.push(
    `- (g) A brigade of 12 takes the score from ${before.score} to ${during.score} and the total from ${before.total} to ${during.total}, by its number and no more. After its accounts are deleted: score ${after.score}, total ${after.total}.`,
  )

  const scores: number[] = []
  for (const order of ['first hostile', 'last hostile', 'in turn']) {
    // oxlint-disable-next-line no-await-in-loop -- one order after another
    const other = await app.bill(`Order Act ${order}`)
    // oxlint-disable-next-line no-await-in-loop -- see above
    const posted = await author.call(postComment, {
      id: other.bill_id,
      content: 'Lamps.',
      category_id: 'general-discussion',
    })
    const votes = honest.map((by, index) => ({ by, isUpvote: index < 4 }))
    if (order === 'first hostile') votes.reverse()
    if (order === 'in turn') votes.sort((a, b) => (a.by.username < b.by.username ? 1 : -1))
    for (const { by, isUpvote } of votes) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await by.call(takeStance, {
        id: other.bill_id,
        stance: honest.indexOf(by) % 2 === 0 ? 'support' : 'oppose',
      })
      // oxlint-disable-next-line no-await-in-loop -- see above
      await by.call(voteOnComment, {
        id: posted.comment.comment_id,
        vote_type: isUpvote ? 'upvote' : 'downvote',
      })
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const [row] = await app.pool<{ score: number }[]>`
      select bridging_score::int as score from bill_comments where comment_id = ${posted.comment.comment_id}`
    scores.push(row!.score)
  }
  lines.push(
    `- (h) The same votes in three orders, hostile first, hostile last and mixed: scores ${scores.join(', ')}. The order does not matter.`,
  )
  return lines
}
