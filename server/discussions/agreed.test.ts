import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../contract/accounts.ts'
import { takeStance } from '../../contract/bills.ts'
import { deleteComment, listComments, postComment, voteOnComment } from '../../contract/discussions.ts'
import { type Stance, stances } from '../../contract/stances.ts'
import { findProblems } from '../check/figures.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'

let world: World
let author: Person
beforeAll(async () => {
  world = await openWorld()
  author = await world.member('author')
})
afterAll(() => world.close())

let people = 0

async function holding(bill_id: string, stance: Stance | null): Promise<Person> {
  const person = await world.member(`voter-${++people}`)
  if (stance) await person.call(takeStance, { id: bill_id, stance })
  return person
}

async function say(bill_id: string, content: string): Promise<string> {
  const post = { id: bill_id, content, category_id: 'general-discussion' } as const
  return (await author.call(postComment, post)).comment.comment_id
}

/** "support ++-" means that two supporters vote for it and one against. */
async function voted(bill_id: string, id: string, votes: string) {
  for (const part of votes.split(', ').filter(Boolean)) {
    const [camp, signs = ''] = part.split(' ')
    for (const sign of signs) {
      const voter = await holding(bill_id, stances.find((stance) => stance === camp) ?? null)
      await voter.call(voteOnComment, { id, vote_type: sign === '+' ? 'upvote' : 'downvote' })
    }
  }
}

async function order(bill_id: string) {
  const { comments } = await author.call(listComments, { id: bill_id, sort: 'agreed' })
  return comments.map((comment) => comment.content)
}

async function agreementOf(comment_id: string) {
  const [row] = await world.pool<{ agreement: number }[]>`
    select agreement from comment_camps where comment_id = ${comment_id}`
  return row!.agreement
}

describe('the order "most agreed across stances"', () => {
  test.each([
    ['', 500],
    ['support ++++++', 500],
    ['support ----', 167],
    ['unknown ++++', 500],
    ['support +, oppose +', 667],
    ['support ++++++, oppose +', 667],
    ['support ++++++, oppose -', 333],
    ['support +++, oppose +++, neutral -', 333],
    ['support +++, oppose +++, neutral +, learning +', 667],
    ['support +++, oppose +++, unknown ----', 800],
  ])('votes "%s" give %i thousandths', async (votes, thousandths) => {
    const { bill_id } = await world.bill('Formula Bill')
    const id = await say(bill_id, 'a view')
    await voted(bill_id, id, votes)
    expect(await agreementOf(id)).toBe(thousandths)
  })

  test('what both sides like rises above what one side cheers, and what nobody judged lies between', async () => {
    const { bill_id } = await world.bill('Bridge Bill')
    const cheered = await say(bill_id, 'cheered by one side')
    const bridge = await say(bill_id, 'liked by both')
    await say(bill_id, 'not judged yet')
    const split = await say(bill_id, 'one side only, against the other')
    await voted(bill_id, cheered, 'support ++++++')
    await voted(bill_id, bridge, 'support ++, oppose ++')
    await voted(bill_id, split, 'support ++++++, oppose --')

    expect(await order(bill_id)).toEqual([
      'liked by both',
      'not judged yet',
      'cheered by one side',
      'one side only, against the other',
    ])
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('a voter who changes sides takes their votes along, and who first takes one brings theirs', async () => {
    const { bill_id } = await world.bill('Moving Bill')
    const id = await say(bill_id, 'a view')
    await voted(bill_id, id, 'support ++')
    const mover = await holding(bill_id, null)
    await mover.call(voteOnComment, { id, vote_type: 'upvote' })
    expect(await agreementOf(id)).toBe(500)

    await mover.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(await agreementOf(id)).toBe(667)
    await mover.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await agreementOf(id)).toBe(500)
    await mover.call(takeStance, { id: bill_id, stance: 'oppose', change_source: 'comment', comment_id: id })
    expect(await agreementOf(id)).toBe(667)
    await mover.call(voteOnComment, { id, vote_type: 'downvote' })
    expect(await agreementOf(id)).toBe(333)
    await mover.call(voteOnComment, { id, vote_type: 'downvote' })
    expect(await agreementOf(id)).toBe(500)
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('an author does not agree with themselves', async () => {
    const { bill_id } = await world.bill('Mirror Bill')
    const id = await say(bill_id, 'my own view')
    await author.call(takeStance, { id: bill_id, stance: 'oppose' })
    await author.call(voteOnComment, { id, vote_type: 'upvote' })
    await author.call(takeStance, { id: bill_id, stance: 'support' })
    await voted(bill_id, id, 'oppose +')

    expect(await agreementOf(id)).toBe(500)
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('a mark comes last, whatever was agreed on before', async () => {
    const { bill_id } = await world.bill('Last Bill')
    const gone = await say(bill_id, 'liked by all, then withdrawn')
    await say(bill_id, 'plain')
    const reply = { id: bill_id, category_id: 'general-discussion', parent_comment_id: gone } as const
    await author.call(postComment, { ...reply, content: 'a reply' })
    const disliked = await say(bill_id, 'disliked')
    await voted(bill_id, gone, 'support ++, oppose ++')
    await voted(bill_id, disliked, 'support --, oppose --')
    await author.call(deleteComment, { id: gone })

    expect(await order(bill_id)).toEqual(['plain', 'disliked', '[Comment deleted by user]'])
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('a voter who deletes their account takes their votes out of every camp', async () => {
    const { bill_id } = await world.bill('Leaving Bill')
    const [one, two] = [await say(bill_id, 'one'), await say(bill_id, 'two')]
    await voted(bill_id, one, 'support +')
    const leaver = await holding(bill_id, 'oppose')
    const silent = await holding(bill_id, null)
    for (const id of [one, two]) {
      await leaver.call(voteOnComment, { id, vote_type: 'upvote' })
      await silent.call(voteOnComment, { id, vote_type: 'downvote' })
    }
    expect(await agreementOf(one)).toBe(667)

    await leaver.call(deleteAccount, {})
    await silent.call(deleteAccount, {})

    expect(await agreementOf(one)).toBe(500)
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('forty people voting and changing sides at once leave every camp exact, and nobody is sent away', async () => {
    const { bill_id } = await world.bill('Hustle Bill')
    const ids = [await say(bill_id, 'a'), await say(bill_id, 'b'), await say(bill_id, 'c')]
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => world.member(`hustle-${at}`)))
    const sides: Stance[] = ['support', 'oppose', 'neutral', 'learning']

    const answers = await Promise.all(
      crowd.map(async (one, at) => {
        const stance = (step: number) => one.ask(takeStance, { id: bill_id, stance: sides[(at + step) % 4]! })
        const vote = (nth: number) =>
          one.ask(voteOnComment, { id: ids[nth % 3]!, vote_type: (at + nth) % 2 ? 'upvote' : 'downvote' })
        return [await vote(at), await stance(0), await vote(at + 1), await stance(1), await vote(at)]
      }),
    )

    expect(new Set(answers.flat().map((answer) => answer.status))).toEqual(new Set([200]))
    const [{ deadlocks } = {}] = await world.pool`
      select deadlocks from pg_stat_database where datname = current_database()`
    expect(deadlocks).toBe(0)
    expect(await findProblems(world.pool)).toEqual([])
  })
})
