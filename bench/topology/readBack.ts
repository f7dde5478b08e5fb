import * as z from 'zod/mini'
import { stances } from '#contract/stances.ts'
import type { AcknowledgedWrite } from '../faults/ledger.ts'

const Bill = z.object({
  bill: z.object({ user_stance: z.nullable(z.enum(stances)), is_bookmarked: z.boolean() }),
})
const Comments = z.object({ comments: z.array(z.object({ content: z.nullable(z.string()) })) })

/**
 * Opens the page that shows a member's acknowledged action. `isCurrent` is false if the action is missing from the page, and
 * null if the page was refused or if no page shows this kind of action.
 */
export async function readBack(
  origin: string,
  { token, action, position }: AcknowledgedWrite,
): Promise<{ status: number | null; isCurrent: boolean | null }> {
  const kind = action.rowKey.split(' ')[0] ?? ''
  const bill = /^\/api\/bills\/[^/]+/.exec(action.path)?.[0]
  const isShown = bill !== undefined && ['stance', 'bookmark', 'comment'].includes(kind)
  if (!isShown) return { status: 200, isCurrent: null }
  const path = kind === 'comment' ? `${bill}/comments?sort=newest` : bill
  const response = await fetch(origin + path, {
    headers: { authorization: `Bearer ${token}`, ...(position ? { 'x-hurd-position': position } : {}) },
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null)
  if (response?.status !== 200) return { status: response?.status ?? null, isCurrent: null }
  const body: unknown = await response.json().catch(() => null)
  return body === null ? { status: null, isCurrent: null } : { status: 200, isCurrent: shows(body, action) }
}

function shows(body: unknown, { rowKey, expectedValue }: AcknowledgedWrite['action']): boolean {
  const content = /^comment (.*)$/.exec(rowKey)?.[1]
  if (content) return z.parse(Comments, body).comments.some((comment) => comment.content === content)
  const { bill } = z.parse(Bill, body)
  return rowKey.startsWith('stance ')
    ? bill.user_stance === expectedValue
    : bill.is_bookmarked === (expectedValue === 'yes')
}
