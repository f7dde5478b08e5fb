import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { commentCategories } from '#contract/discussions.ts'
import { stances } from '#contract/stances.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { pick, shareOf } from '#server/operations/seed/demo/chance.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { openSessions, type Viewer } from '../requests.ts'

type Action = {
  /** The row that the action writes. */
  rowKey: string
  method: 'POST' | 'DELETE'
  path: string
  body?: object
  /** The row's value after the action, or null if the row is deleted. */
  expectedValue: string | null
}
/** `position` is the value that a browser sends with its next reads (decision 37). Null without a replica. */
export type AcknowledgedWrite = { token: string; action: Action; position: string | null }
type AttemptResponse = { status: number; text: string; position: string | null }
/** One attempt to send an action. `status` is null if the connection was refused, cut or timed out. */
export type Attempt = { began: number; status: number | null }
/** Wraps the first attempt of an action so that a fault can be injected while it runs. */
export type AttemptWrapper = (turn: string, send: () => Promise<AttemptResponse>) => Promise<AttemptResponse>

export type Ledger = {
  /**
   * Performs one action of a member. Like the web client, retries with the same idempotency key until the
   * response is below 500. Resolves with what was acknowledged; null if it was refused.
   */
  action: (member: number, turn: string, wrapFirst?: AttemptWrapper) => Promise<AcknowledgedWrite | null>
  members: number
  counted: { acknowledged: number; sentAgain: number }
  /** Describes the refused actions and the lost, duplicated and partial writes. A run passes if there are none. */
  audit: (pool: Pool) => Promise<string[]>
}

/** How long a member retries. The product must recover much sooner. */
const maxRetryMs = 120_000
const pauseMs = 250

/**
 * Performs actions on behalf of many members and records what the server acknowledged. Each member changes only their own rows,
 * one action at a time, so the acknowledged actions alone determine the final rows, whatever failed in between.
 */
export async function openLedger(
  pool: Pool,
  origin: string,
  seed: string,
  onAttempt: (attempt: Attempt) => void = () => {},
): Promise<Ledger> {
  const members = await signIn(pool, seed)
  const bills = await ids(pool`select bill_id as id from bills order by bill_id limit 40`)
  const comments = await ids(
    pool`select comment_id as id from bill_comments where deleted_at is null order by comment_id limit 60`,
  )
  const posts = await pool<{ group_id: string; post_id: string }[]>`
    select group_id, post_id from group_posts where deleted_at is null order by post_id limit 20`
  const expectedRows = new Map<string, string | null>(await rowsBefore(pool))
  const refusals: string[] = []
  const counted = { acknowledged: 0, sentAgain: 0 }

  function choose({ user_id }: Viewer, turn: string): Action {
    const kind = Math.floor(shareOf(`${turn} kind`) * 10)
    const bill = pick(`${turn} bill`, bills)
    if (kind < 3) {
      const stance = pick(`${turn} stance`, stances)
      const rowKey = `stance ${user_id} ${bill}`
      return {
        rowKey,
        method: 'POST',
        path: `/api/bills/${bill}/stance`,
        body: { stance },
        expectedValue: stance,
      }
    }
    if (kind < 6) {
      const comment = pick(`${turn} comment`, comments)
      const rowKey = `vote ${user_id} ${comment}`
      const vote_type = shareOf(`${turn} vote`) < 0.7 ? 'upvote' : 'downvote'
      const expectedValue = expectedRows.get(rowKey) === vote_type ? null : vote_type
      return {
        rowKey,
        method: 'POST',
        path: `/api/bills/comments/${comment}/vote`,
        body: { vote_type },
        expectedValue,
      }
    }
    if (kind < 7) {
      const content = `Said once, ${turn}.`
      const path = `/api/bills/${bill}/comments`
      return {
        rowKey: `comment ${content}`,
        method: 'POST',
        path,
        body: { content, category_id: commentCategories[0].category_id },
        expectedValue: '1',
      }
    }
    if (kind < 8) {
      const { group_id, post_id } = pick(`${turn} post`, posts)
      const rowKey = `like ${user_id} ${post_id}`
      const path = `/api/groups/${encodeURIComponent(group_id)}/posts/${post_id}/like`
      return { rowKey, method: 'POST', path, expectedValue: expectedRows.get(rowKey) ? null : 'yes' }
    }
    if (kind < 9) {
      const rowKey = `bookmark ${user_id} ${bill}`
      const existing = expectedRows.get(rowKey)
      return {
        rowKey,
        method: existing ? 'DELETE' : 'POST',
        path: `/api/bills/${bill}/bookmark`,
        expectedValue: existing ? null : 'yes',
      }
    }
    const others = members.filter((member) => member.user_id !== user_id)
    const other = pick(`${turn} other`, others).user_id
    const rowKey = `follow ${user_id} ${other}`
    const existing = expectedRows.get(rowKey)
    return {
      rowKey,
      method: existing ? 'DELETE' : 'POST',
      path: `/api/users/${other}/follow`,
      expectedValue: existing ? null : 'yes',
    }
  }

  async function sendUntilAnswered(
    member: Viewer,
    action: Action,
    turn: string,
    wrapFirst: AttemptWrapper,
  ): Promise<AttemptResponse> {
    const key = randomUUID()
    const end = performance.now() + maxRetryMs
    let lastFailure = ''
    const send = () => sendAction(origin, member.token, key, action)
    for (let attempt = 0; performance.now() < end; attempt++) {
      const began = performance.now()
      try {
        const response = await (attempt === 0 ? wrapFirst(turn, send) : send())
        onAttempt({ began, status: response.status })
        if (response.status < 500) return response
        lastFailure = `${response.status} ${response.text.slice(0, 200)}`
      } catch (error) {
        // The connection was refused, cut or timed out, so the client cannot know whether the write was committed.
        lastFailure = String(error)
        onAttempt({ began, status: null })
      }
      counted.sentAgain += 1
      await sleep(pauseMs)
    }
    throw new Error(
      `${action.method} ${action.path} failed for ${maxRetryMs / 1000} s, last with ${lastFailure}`,
    )
  }

  return {
    members: members.length,
    counted,
    async action(memberIndex, turn, wrapFirst = (_, send) => send()) {
      const member = members[memberIndex]!
      const action = choose(member, turn)
      const { status, text, position } = await sendUntilAnswered(member, action, turn, wrapFirst)
      if (status >= 300) {
        refusals.push(`${action.rowKey}: refused with ${status} ${text.slice(0, 200)}`)
        return null
      }
      counted.acknowledged += 1
      expectedRows.set(action.rowKey, action.expectedValue)
      return { token: member.token, action, position }
    },
    async audit(auditor) {
      const rows = new Map(await currentRows(auditor))
      const wrong = [...expectedRows]
        .filter(([rowKey, expected]) => (rows.get(rowKey) ?? null) !== expected)
        .map(
          ([rowKey, expected]) => `${rowKey}: acknowledged ${expected}, stored ${rows.get(rowKey) ?? null}`,
        )
      const problems = await auditor.begin({ mode: 'isolation level repeatable read' }, findProblems)
      return [
        ...refusals,
        ...wrong,
        ...problems.map(
          (problem) =>
            `${problem.what}: ${problem.where}: stored ${problem.stored}, actual ${problem.actual}`,
        ),
      ]
    },
  }
}

async function sendAction(
  origin: string,
  token: string,
  key: string,
  { method, path, body }: Action,
): Promise<AttemptResponse> {
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
  return {
    status: response.status,
    text: await response.text(),
    position: response.headers.get('x-hurd-position'),
  }
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
  (await currentRows(pool)).filter(([rowKey]) => !rowKey.startsWith('comment '))

async function currentRows(pool: Pool): Promise<[rowKey: string, value: string][]> {
  const rows = await pool<{ row_key: string; value: string }[]>`
    select concat('stance ', user_id, ' ', bill_id) as row_key, stance as value from stances
    union all select concat('vote ', user_id, ' ', comment_id), vote from comment_votes
    union all select concat('bookmark ', user_id, ' ', bill_id), 'yes' from bookmarks
    union all select concat('follow ', follower_id, ' ', followee_id), 'yes' from follows
    union all select concat('like ', user_id, ' ', post_id), 'yes' from group_likes
    union all select concat('comment ', content), count(*)::text from bill_comments
               where content like 'Said once, %' group by content`
  return rows.map(({ row_key, value }) => [row_key, value])
}
