import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listComments, postComment, voteOnComment } from '../../contract/discussions.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimits: true })
})
afterAll(() => world.close())

describe('limits of one member', () => {
  test('twenty comments a minute are accepted, and the next is refused with the time to wait', async () => {
    const [ana, ben] = [await world.member('ana'), await world.member('ben')]
    const { bill_id } = await world.bill('Flood Bill')
    const post = (at: number) =>
      ({ id: bill_id, content: `view ${at}`, category_id: 'general-discussion' }) as const
    for (let at = 0; at < 20; at += 1) await ana.call(postComment, post(at))

    const refused = await ana.ask(postComment, post(20))
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many attempts. Please try again later.', code: 'too_many_attempts' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ana.call(listComments, { id: bill_id })).pagination.total).toBe(20)
    await ben.call(postComment, post(0))

    await world.pool`update rate_limits set window_ends_at = now() where rule = 'comment'`
    await ana.call(postComment, post(21))
  })

  test('a repeated comment gets its first response, even beyond the limit', async () => {
    const cleo = await world.member('cleo')
    const { bill_id } = await world.bill('Replay Bill')
    const post = (content: string) => ({ id: bill_id, content, category_id: 'general-discussion' }) as const
    const first = await cleo.ask(postComment, post('first'), { 'idempotency-key': 'first' })
    for (let at = 1; at < 20; at += 1) await cleo.call(postComment, post(`view ${at}`))

    const again = await cleo.ask(postComment, post('first'), { 'idempotency-key': 'first' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await cleo.refusal(postComment, post('one more'))).toBe('too_many_attempts')
  })

  test('a hundred and twenty votes a minute are accepted', async () => {
    const [dina, eli] = [await world.member('dina'), await world.member('eli')]
    const { bill_id } = await world.bill('Clicks Bill')
    const post = { id: bill_id, content: 'a view', category_id: 'general-discussion' } as const
    const { comment_id: id } = (await dina.call(postComment, post)).comment
    for (let at = 0; at < 120; at += 1) await eli.call(voteOnComment, { id, vote_type: 'upvote' })

    const refused = await eli.ask(voteOnComment, { id, vote_type: 'upvote' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const [comment] = (await dina.call(listComments, { id: bill_id })).comments
    expect(comment).toMatchObject({ upvotes: 0 })
  })
})
