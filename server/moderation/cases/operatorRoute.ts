import type * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import type { OperatorRole } from '../../../contract/rules/operatorRoles.ts'
import { read, type ReadCall } from '../../http/route/read.ts'
import type { Route } from '../../http/route/route.ts'
import { write, type WriteCall } from '../../http/route/write.ts'
import type { Db } from '../../postgres/db.ts'

/*
 * The only way to make a route of the moderation screens, so that none of them forgets the check. The endpoint itself
 * requires an active account.
 */

export function operatorRead<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: (call: ReadCall<I, 'active'>) => Promise<z.input<O>>,
): Route {
  return read(
    endpoint,
    async (call) => {
      await requireOperator(call.db, call.me.user_id)
      return serve(call)
    },
    // A role that was revoked must be gone at once, and a decision must be seen by the other moderators.
    { onPrimary: true },
  )
}

export function operatorWrite<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: (call: WriteCall<I, 'active'>) => Promise<z.input<O>>,
): Route {
  return write(endpoint, async (call) => {
    await requireOperator(call.db, call.me.user_id)
    return serve(call)
  })
}

/** Members without a role get the answer of a path that does not exist. */
async function requireOperator(db: Db, user_id: string): Promise<void> {
  const [operator] = await db<{ role: OperatorRole; has_second_factor: boolean }[]>`
    select role, exists (select from second_factors f where f.user_id = r.user_id) as has_second_factor
      from operator_roles r where user_id = ${user_id}`
  if (!operator) refuse('not_found')
  if (!operator.has_second_factor) refuse('operator_needs_second_factor')
}

/** The operator of a record. By id, because the audit log contains no names. */
export function operatorOf({ user_id }: { user_id: string }): string {
  return `member ${user_id}`
}
