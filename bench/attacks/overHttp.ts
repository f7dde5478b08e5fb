import { register } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import type { TestServer } from '#server/testing/testServer.ts'
import { brigade } from './brigade.ts'

/** In which order six members vote. The last two are hostile. */
const orders = {
  'hostile first': [4, 5, 0, 1, 2, 3],
  'hostile last': [0, 1, 2, 3, 4, 5],
  mixed: [0, 4, 1, 2, 5, 3],
}

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

  const author = await app.member('author')
  const honest = await Promise.all(Array.from({ length: 6 }, (_, index) => app.member(`honest${index}`)))
  lines.push(...(await brigade(app)))

  const scores: number[] = []
  for (const [order, voters] of Object.entries(orders)) {
    // oxlint-disable-next-line no-await-in-loop -- one order after another
    const other = await app.bill(`Order Act ${order}`)
    // oxlint-disable-next-line no-await-in-loop -- see above
    const posted = await author.call(postComment, {
      id: other.bill_id,
      content: 'Lamps.',
      category_id: 'general-discussion',
    })
    for (const index of voters) {
      const by = honest[index]!
      // oxlint-disable-next-line no-await-in-loop -- see above
      await by.call(takeStance, {
        id: other.bill_id,
        stance: index % 2 === 0 ? 'support' : 'oppose',
      })
      // oxlint-disable-next-line no-await-in-loop -- see above
      await by.call(voteOnComment, {
        id: posted.comment.comment_id,
        vote_type: index < 4 ? 'upvote' : 'downvote',
      })
    }
    // oxlint-disable-next-line no-await-in-loop -- see above
    const [row] = await app.pool<{ score: number }[]>`
      select bridging_score::int as score from bill_comments where comment_id = ${posted.comment.comment_id}`
    scores.push(row!.score)
  }
  lines.push(
    `- (h) The same votes in three orders, ${Object.keys(orders).join(', ')}: scores ${scores.join(', ')}. The order does not matter.`,
  )
  return lines
}
