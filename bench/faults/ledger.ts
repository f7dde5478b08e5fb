import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { commentCategories } from '../../contract/discussions.ts'
import { stances } from '../../contract/rules/stances.ts'
import { findProblems } from '../../server/check/derivedCounts.ts'
import type { Pool } from '../../server/postgres/db.ts'
import { pick, shareOf } from '../../server/seed/chance.ts'
import { openSessions, type Viewer } from '../requests.ts'

type Action = { what: string; method: 'POST' | 'DELETE'; path: string; body?: object; leaves: string | null }
type Answer = { status: number; text: string }
/** A fault applied to the product while an action is in progress, from before it is sent until its answer arrives. */
export type Around = (turn: string, send: () => Promise<Answer>) => Promise<Answer>

export type Ledger = {
  /** Performs one action of a member, retried under the same idempotency key until it is answered, as the client does. */
  action: (member: number, turn: string, around?: Around) => Promise<void>
  members: number
  counted: { acknowledged: number; sentAgain: number }
  /** Lost, doubled and partial actions. A run passes when this is empty. */
  audit: (pool: Pool) => Promise<string[]>
}

/** How long a member retries. The product promises to recover much sooner. */
const patienceMs = 120_000
const pauseMs = 250

/**
 * Members who act, and what was acknowledged to each of them. Every member acts only on their own rows, one action at a
 * time, so the rows that must exist at the end follow from the actions, whatever broke in between.
 */
export async function openLedger(pool: Pool, origin: string, seed: string): Promise<Ledger> {
  const members = await signIn(pool, seed)
  const bills = await ids(pool`select bill_id as id from bills order by bill_id limit 40`)
  const comments = await ids(
    pool`select comment_id as id from bill_comments where deleted_at is null order by comment_id limit 60`,
  )
  const posts = await pool<{ group_id: string; post_id: string }[]>`
    select group_id, post_id from group_posts where deleted_at is null order by post_id limit 20`
  const kept = new Map<string, string | null>(await rowsBefore(pool))
  const refusals: string[] = []
  const counted = { acknowledged: 0, sentAgain: 0 }

  function choose({ user_id }: Viewer, turn: string): Action {
    const kind = Math.floor(shareOf(`${turn} kind`) * 10)
    const bill = pick(`${turn} bill`, bills)
    if (kind < 3) {
      const stance = pick(`${turn} stance`, stances)
      const what = `stance ${user_id} ${bill}`
      return { what, method: 'POST', path: `/api/bills/${bill}/stance`, body: { stance }, leaves: stance }
    }
    if (kind < 6) {
      const comment = pick(`${turn} comment`, comments)
      const what = `vote ${user_id} ${comment}`
      const vote_type = shareOf(`${turn} vote`) < 0.7 ? 'upvote' : 'downvote'
      const leaves = kept.get(what) === vote_type ? null : vote_type
      return {
        what,
        method: 'POST',
        path: `/api/bills/comments/${comment}/vote`,
        body: { vote_type },
        leaves,
      }
    }
    if (kind < 7) {
      const content = `Said once, ${turn}.`
      const path = `/api/bills/${bill}/comments`
      return {
        what: `comment ${content}`,
        method: 'POST',
        path,
        body: { content, category_id: commentCategories[0].category_id },
        leaves: '1',
      }
    }
    if (kind < 8) {
      const { group_id, post_id } = pick(`${turn} post`, posts)
      const what = `like ${user_id} ${post_id}`
      const path = `/api/groups/${encodeURIComponent(group_id)}/posts/${post_id}/like`
      return { what, method: 'POST', path, leaves: kept.get(what) ? null : 'yes' }
    }
    if (kind < 9) {
      const what = `bookmark ${user_id} ${bill}`
      const existing = kept.get(what)
      return {
        what,
        method: existing ? 'DELETE' : 'POST',
        path: `/api/bills/${bill}/bookmark`,
        leaves: existing ? null : 'yes',
      }
    }
    const others = members.filter((one) => one.user_id !== user_id)
    const other = pick(`${turn} other`, others).user_id
    const what = `follow ${user_id} ${other}`
    const existing = kept.get(what)
    return {
      what,
      method: existing ? 'DELETE' : 'POST',
      path: `/api/users/${other}/follow`,
      leaves: existing ? null : 'yes',
    }
  }

  async function sendUntilAnswered(
    member: Viewer,
    action: Action,
    turn: string,
    around: Around,
  ): Promise<Answer> {
    const key = randomUUID()
    const end = performance.now() + patienceMs
    let last = ''
    const send = () => ask(origin, member.token, key, action)
    for (let tries = 0; performance.now() < end; tries++) {
      try {
        const answer = await (tries === 0 ? around(turn, send) : send())
        if (answer.status < 500) return answer
        last = `${answer.status} ${answer.text.slice(0, 200)}`
      } catch (error) {
        // Refused, cut off or timed out. As for a person on a train, it is unknown whether the action was done.
        last = String(error)
      }
      counted.sentAgain += 1
      await sleep(pauseMs)
    }
    throw new Error(`Nothing but ${last} within ${patienceMs / 1000} s: ${action.method} ${action.path}`)
  }

  return {
    members: members.length,
    counted,
    async action(at, turn, around = (_, send) => send()) {
      const member = members[at]!
      const action = choose(member, turn)
      const { status, text } = await sendUntilAnswered(member, action, turn, around)
      // A follow has no idempotency key: a retry is answered with "already following".
      if (status >= 300 && !/Already following this user|Not following this user/.test(text)) {
        refusals.push(`${action.what}: refused with ${status} ${text.slice(0, 200)}`)
        return
      }
      counted.acknowledged += 1
      kept.set(action.what, action.leaves)
    },
    async audit(auditor) {
      const rows = new Map(await currentRows(auditor))
      const wrong = [...kept]
        .filter(([what, then]) => (rows.get(what) ?? null) !== then)
        .map(([what, then]) => `${what}: acknowledged ${then}, stored ${rows.get(what) ?? null}`)
      const measurements = await auditor.begin({ mode: 'isolation level repeatable read' }, findProblems)
      return [
        ...refusals,
        ...wrong,
        ...measurements.map((one) => `${one.what}: ${one.where}: ${one.stored} for ${one.actual}`),
      ]
    },
  }
}

async function ask(
  origin: string,
  token: string,
  key: string,
  { method, path, body }: Action,
): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(15_000),
  })
  return { status: response.status, text: await response.text() }
}

async function signIn(pool: Pool, seed: string): Promise<Viewer[]> {
  const users = await pool<{ user_id: string }[]>`
    select user_id from users where account_status = 'active' and email_verified_at is not null and suspended_from is null
     order by user_id limit 20`
  const members = users.map(({ user_id }) => {
    return { user_id, token: createHash('sha256').update(`${seed} ${user_id}`).digest('base64url') }
  })
  await openSessions(pool, members)
  return members
}

const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)
/** Comments of earlier runs do not count, because every run writes new texts. */
const rowsBefore = async (pool: Pool) =>
  (await currentRows(pool)).filter(([what]) => !what.startsWith('comment '))

async function currentRows(pool: Pool): Promise<[what: string, then: string][]> {
  const rows = await pool<{ what: string; existing: string }[]>`
    select concat('stance ', user_id, ' ', bill_id) as what, stance as existing from stances
    union all select concat('vote ', user_id, ' ', comment_id), vote from comment_votes
    union all select concat('bookmark ', user_id, ' ', bill_id), 'yes' from bookmarks
    union all select concat('follow ', follower_id, ' ', followee_id), 'yes' from follows
    union all select concat('like ', user_id, ' ', post_id), 'yes' from group_likes
    union all select concat('comment ', content), count(*)::text from bill_comments
               where content like 'Said once, %' group by content`
  return rows.map(({ what, existing }) => [what, existing])
}
