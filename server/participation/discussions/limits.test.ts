import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({ rateLimits: true })
})
afterAll(() => app.close())

describe('limits of one member', () => {
  // covers HURD-WRITE-04
  test('twenty comments a minute are accepted, and the next is refused with the time to wait', async () => {
    const [ana, ben] = [await app.member('ana'), await app.member('ben')]
    const { bill_id } = await app.bill('Flood Bill')
    const post = (at: number) =>
      ({ id: bill_id, content: `view ${at}`, category_id: 'general-discussion' }) as const
    for (let at = 0; at < 20; at += 1) await ana.call(postComment, post(at))

    const refused = await ana.request(postComment, post(20))
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many attempts. Please try again later.', code: 'too_many_attempts' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ana.call(listComments, { id: bill_id })).pagination.total).toBe(20)
    await ben.call(postComment, post(0))
    expect(
      await app.pool`select from rate_limits where rule = 'comment'`,
      'counts cause no write',
    ).toHaveLength(0)
  })

  // covers HURD-WRITE-04
  test('a repeated comment gets its first response, even beyond the limit', async () => {
    const cleo = await app.member('cleo')
    const { bill_id } = await app.bill('Replay Bill')
    const post = (content: string) => ({ id: bill_id, content, category_id: 'general-discussion' }) as const
    const first = await cleo.request(postComment, post('first'), { 'idempotency-key': 'first' })
    for (let at = 1; at < 20; at += 1) await cleo.call(postComment, post(`view ${at}`))

    const again = await cleo.request(postComment, post('first'), { 'idempotency-key': 'first' })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await cleo.refusal(postComment, post('one more'))).toBe('too_many_attempts')
  })

  // covers HURD-WRITE-04
  test('repeated and refused requests, and further tries after a collision, do not count as comments', async () => {
    const dora = await app.member('dora')
    const { bill_id } = await app.bill('Patience Bill')
    const post = (content: string) => ({ id: bill_id, content, category_id: 'general-discussion' }) as const
    for (let at = 0; at < 12; at += 1) {
      await dora.request(postComment, post('once'), { 'idempotency-key': 'once' })
      const missing = { ...post('nowhere'), id: '00000000-0000-4000-8000-000000000000' }
      expect(await dora.refusal(postComment, missing)).toBe('bill_not_found')
    }
    await app.pool.unsafe(`
      create sequence tries;
      create function collide() returns trigger language plpgsql as $$
      begin
        if nextval('tries') % 3 > 0 then raise exception 'collision' using errcode = '40001'; end if;
        return new;
      end $$;
      create trigger collide before insert on bill_comments for each row execute function collide()`)
    for (let at = 1; at < 10; at += 1) await dora.call(postComment, post(`view ${at}`))
    await app.pool.unsafe('drop function collide cascade; drop sequence tries')
    for (let at = 10; at < 20; at += 1) await dora.call(postComment, post(`view ${at}`))
    expect(await dora.refusal(postComment, post('one more'))).toBe('too_many_attempts')
  })

  test('a hundred and twenty votes a minute are accepted, and the next is refused with the time to wait', async () => {
    const [dina, eli] = [await app.member('dina'), await app.member('eli')]
    const { bill_id } = await app.bill('Clicks Bill')
    const post = { id: bill_id, content: 'a view', category_id: 'general-discussion' } as const
    const { comment_id: id } = (await dina.call(postComment, post)).comment
    for (let at = 0; at < 120; at += 1) await eli.call(voteOnComment, { id, vote_type: 'upvote' })

    const refused = await eli.request(voteOnComment, { id, vote_type: 'upvote' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Every second vote removed the previous one.
    const [comment] = (await dina.call(listComments, { id: bill_id })).comments
    expect(comment).toMatchObject({ upvotes: 0 })
  })
})
