import type * as z from 'zod/mini'
import { operatorRoles, type OperatorRole } from '#contract/accounts/memberRoles.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { read, type ReadCall } from '#server/platform/http/route/read.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import {
  writePrepared,
  type PrepareCall,
  type WriteCall,
  type WriteOptions,
} from '#server/platform/http/route/write.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/* The functions of this file are the only way to define routes of the moderation and administration screens so that
   none of these routes lacks the check of the role. The endpoint itself requires an active account. */

type ServeRead<I extends z.ZodMiniObject, O extends z.ZodMiniObject> = (
  call: ReadCall<I, 'active'>,
) => Promise<z.input<O>>

type ServeWrite<I extends z.ZodMiniObject, O extends z.ZodMiniObject> = (
  call: WriteCall<I, 'active'>,
) => Promise<z.input<O>>

type Prepare<I extends z.ZodMiniObject, O extends z.ZodMiniObject> = (
  call: PrepareCall<I, 'active'>,
) => Promise<ServeWrite<I, O>>

/** Defines a read for every role. */
export function operatorRead<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: ServeRead<I, O>,
): Route {
  return readWithRole(operatorRoles, endpoint, serve)
}

/** Defines a write for every role. */
export function operatorWrite<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: ServeWrite<I, O>,
): Route {
  return writeWithRole(operatorRoles, endpoint, async () => serve)
}

export function administratorRead<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: ServeRead<I, O>,
): Route {
  return readWithRole(['administrator'], endpoint, serve)
}

export function administratorWrite<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  serve: ServeWrite<I, O>,
  options: WriteOptions = {},
): Route {
  return administratorWritePrepared(endpoint, async () => serve, options)
}

/** Defines a write for administrators with slow work before its transaction. */
export function administratorWritePrepared<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'active'>,
  prepare: Prepare<I, O>,
  options: WriteOptions = {},
): Route {
  return writeWithRole(['administrator'], endpoint, prepare, options)
}

function readWithRole<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  roles: readonly OperatorRole[],
  endpoint: Endpoint<I, O, 'active'>,
  serve: ServeRead<I, O>,
): Route {
  // These reads use the primary, because a revoked role must end access at once, and the other operators must see a
  // decision at once.
  return read(endpoint, serve, { onPrimary: true, authorize: requireOneOf(roles) })
}

function writeWithRole<I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  roles: readonly OperatorRole[],
  endpoint: Endpoint<I, O, 'active'>,
  prepare: Prepare<I, O>,
  options: WriteOptions = {},
): Route {
  const authorize = requireOneOf(roles)
  return writePrepared(
    endpoint,
    async (preparation) => {
      const serve = await prepare(preparation)
      return async (call) => {
        // The role is checked again, because the write may have waited for another write that revoked the role.
        await authorize(call.db, call.me.user_id)
        // A decision can hide content and members in any list, and must be seen at once.
        call.afterCommit(() => call.memory.forgetAll())
        return serve(call)
      }
    },
    { ...options, authorize },
  )
}

function requireOneOf(roles: readonly OperatorRole[]) {
  return (db: Db, user_id: string) => requireRole(db, user_id, roles)
}

/** Requires one of the roles. Members without one get the same response as for a path that does not exist. */
async function requireRole(db: Db, user_id: string, roles: readonly OperatorRole[]): Promise<void> {
  const [operator] = await db<{ role: OperatorRole; has_second_factor: boolean }[]>`
    select role, exists (select from second_factors f where f.user_id = r.user_id) as has_second_factor
      from operator_roles r where user_id = ${user_id}`
  if (!operator || !roles.includes(operator.role)) refuse('not_found')
  if (!operator.has_second_factor) refuse('operator_needs_second_factor')
}

/** Returns the operator for a record. The operator is identified by id, because the audit log contains no names. */
export function operatorOf({ user_id }: { user_id: string }): string {
  return `member ${user_id}`
}
