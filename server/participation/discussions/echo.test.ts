import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, getEchoScore, postComment, voteOnComment } from '#contract/discussions.ts'
import type { Stance } from '#contract/stances.ts'
import { makeApp } from '#server/app.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { openPool, requestLimits } from '#server/platform/postgres/db.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { defaultLimits } from '#server/platform/settings/limitSettings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

let people = 0

async function person(bill_id: string, stance: Stance | null): Promise<Person> {
  const member = await app.member(`echo-${++people}`)
  if (stance) await member.call(takeStance, { id: bill_id, stance })
  return member
}

async function say(by: Person, bill_id: string): Promise<string> {
  const post = { id: bill_id, content: 'a view', category_id: 'general-discussion' } as const
  return (await by.call(postComment, post)).comment.comment_id
}

async function vote(bill_id: string, id: string, stance: Stance | null, vote_type: 'upvote' | 'downvote') {
  const voter = await person(bill_id, stance)
  await voter.call(voteOnComment, { id, vote_type })
  return voter
}

describe('getEchoScore', () => {
  // covers CIV-ECHO-01 CIV-ECHO-07 CIV-API-22
  test('nine votes are too few, and the tenth produces a score', async () => {
    const { bill_id } = await app.bill('Ten Votes Bill')
    const author = await person(bill_id, 'support')
    const id = await say(author, bill_id)
    for (let n = 0; n < 6; n += 1) await vote(bill_id, id, 'support', 'upvote')
    for (let n = 0; n < 3; n += 1) await vote(bill_id, id, 'oppose', 'upvote')

    expect(await author.call(getEchoScore, { id: bill_id })).toEqual({
      success: true,
      echo_chamber_score: null,
      healthy_votes: 3,
      echo_votes: 6,
      total_analyzed_votes: 9,
      cached: false,
      insufficient_data: true,
      total_votes: 9,
      message: 'Need 1 more votes for echo chamber analysis',
    })
    await vote(bill_id, id, 'oppose', 'downvote')
    expect(await author.call(getEchoScore, { id: bill_id })).toEqual({
      success: true,
      echo_chamber_score: 70,
      healthy_votes: 3,
      echo_votes: 7,
      total_analyzed_votes: 10,
      cached: false,
      insufficient_data: false,
      total_votes: 10,
      message: null,
    })
  })

  test('a discussion without votes needs ten', async () => {
    const { bill_id } = await app.bill('Silent Bill')
    const reader = await app.member('reader')
    expect(await reader.call(getEchoScore, { id: bill_id })).toMatchObject({
      total_analyzed_votes: 0,
      total_votes: 0,
      message: 'Need 10 more votes for echo chamber analysis',
    })
  })

  test.each([
    ['upvote', 'support', 'support', 1, 1],
    ['downvote', 'support', 'support', 0, 1],
    ['upvote', 'oppose', 'support', 0, 1],
    ['downvote', 'oppose', 'support', 1, 1],
    ['downvote', 'neutral', 'learning', 1, 1],
    ['upvote', null, 'support', 0, 0],
    ['upvote', 'support', null, 0, 0],
  ] as const)(
    '%s, voter %s, author %s: %i echo votes among %i analyzed votes',
    async (kind, voter, author, echoes, analyzed) => {
      const { bill_id } = await app.bill('Kinds Bill')
      const writer = await person(bill_id, author)
      const id = await say(writer, bill_id)
      await writer.call(voteOnComment, { id, vote_type: 'upvote' })
      await vote(bill_id, id, voter, kind)

      // The author's own vote is not counted, not even in the total.
      expect(await writer.call(getEchoScore, { id: bill_id })).toMatchObject({
        echo_votes: echoes,
        healthy_votes: analyzed - echoes,
        total_analyzed_votes: analyzed,
        total_votes: 1,
      })
    },
  )

  test('a score is cached until a vote, stance or deletion, and is always correct', async () => {
    const { bill_id } = await app.bill('Cached Bill')
    const elsewhere = await app.bill('Elsewhere Bill')
    const author = await person(bill_id, 'support')
    const [id, other] = [await say(author, bill_id), await say(author, bill_id)]
    const score = async () => {
      const { echo_votes, total_votes, cached } = await author.call(getEchoScore, { id: bill_id })
      return [echo_votes, total_votes, cached]
    }
    const voter = await vote(bill_id, id, 'support', 'upvote')
    expect(await score()).toEqual([1, 1, false])
    expect(await score()).toEqual([1, 1, true])

    await say(author, bill_id)
    await voter.call(takeStance, { id: elsewhere.bill_id, stance: 'oppose' })
    await voter.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await score()).toEqual([1, 1, true])

    const actions: [string, () => Promise<unknown>, number, number][] = [
      ['turned vote', () => voter.call(voteOnComment, { id, vote_type: 'downvote' }), 0, 1],
      ['voter changes sides', () => voter.call(takeStance, { id: bill_id, stance: 'oppose' }), 1, 1],
      ['author changes sides', () => author.call(takeStance, { id: bill_id, stance: 'oppose' }), 0, 1],
      ['second vote', () => vote(bill_id, other, 'oppose', 'upvote'), 1, 2],
      ['a stranger’s stance', () => person(bill_id, 'neutral'), 1, 2],
      ['own vote', () => author.call(voteOnComment, { id, vote_type: 'upvote' }), 1, 2],
      ['withdrawn vote', () => voter.call(voteOnComment, { id, vote_type: 'downvote' }), 1, 1],
      ['deletion', () => author.call(deleteComment, { id: other }), 0, 0],
    ]
    for (const [what, action, echoes, total] of actions) {
      await action()
      expect([what, ...(await score())]).toEqual([what, echoes, total, false])
      expect([what, ...(await score())]).toEqual([what, echoes, total, true])
    }
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('instances share the cached score, and a change on one invalidates it on both', async () => {
    const pool = openPool(app.databaseUrl, requestLimits)
    const settings = {
      indexSharedBills: false,
      publicOrigin: 'http://localhost:3000',
      rateLimits: false,
      limits: defaultLimits,
      maxConnections: 100,
      metricsToken: null,
      passwordBlocklist: false,
      trustProxy: [],
      production: false,
      smtpUrl: null,
      mailFrom: 'Hurd <no-reply@localhost>',
      pushServices: [],
      censusGeocoderUrl: null,
      billTexts: false,
      publicApi: true,
      billTextMirror: null,
      sources: readEnv({}).sources,
      deletionLedger: join(app.dataDir, 'second.ledger'),
      deletionLedgerKey: null,
      registration: 'code' as const,
      sections: [],
      translators: {},
    }
    const second = await makeApp({
      pool,
      log: (await import('pino')).pino({ level: 'silent' }),
      storage: app.storage,
      bulkStorage: app.bulkStorage,
      settings,
      health: { pool, isShuttingDown: () => false },
      dist: '/nowhere',
    })
    const { bill_id } = await app.bill('Two Instances Bill')
    const author = await person(bill_id, 'support')
    const id = await say(author, bill_id)
    const there = async () => {
      const url = `/api/bills/${bill_id}/echo-score`
      const headers = { authorization: `Bearer ${author.token}` }
      const { total_votes, cached } = (await second.inject({ url, headers })).json<Record<string, unknown>>()
      return [total_votes, cached]
    }
    const here = async () => {
      const { total_votes, cached } = await author.call(getEchoScore, { id: bill_id })
      return [total_votes, cached]
    }

    expect(await here()).toEqual([0, false])
    expect(await there()).toEqual([0, true])
    await vote(bill_id, id, 'oppose', 'upvote')
    expect(await there()).toEqual([1, false])
    expect(await here()).toEqual([1, true])
    await second.close()
    await pool.end({ timeout: 2 })
  })

  test('a score that is read during votes is never out of date', async () => {
    const { bill_id } = await app.bill('Racing Bill')
    const author = await person(bill_id, 'support')
    const id = await say(author, bill_id)
    const crowd = await Promise.all(Array.from({ length: 20 }, () => person(bill_id, 'oppose')))

    await Promise.all(
      crowd.flatMap((member) => [
        member.call(voteOnComment, { id, vote_type: 'downvote' }),
        author.call(getEchoScore, { id: bill_id }),
        author.call(getEchoScore, { id: bill_id }),
      ]),
    )

    expect(await author.call(getEchoScore, { id: bill_id })).toMatchObject({
      echo_votes: 20,
      total_votes: 20,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('an unknown bill has no score, and a visitor cannot read it', async () => {
    const reader = await app.member('no-bill')
    const id = '00000000-0000-4000-8000-000000000000'
    expect(await reader.refusal(getEchoScore, { id })).toBe('bill_not_found')
    expect(await app.visitor.refusal(getEchoScore, { id })).toBe('authentication_required')
  })
})
