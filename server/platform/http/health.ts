import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth, getLiveness } from '#contract/kit/health.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { versionText } from '#server/platform/settings/version.ts'
import { makeBody, makeRoute, type Route } from './route/route.ts'

/** How long the readiness check waits for the database, in milliseconds. */
const databaseTimeoutMs = 1_000

export type HealthChecks = {
  /** A separate pool so that a busy instance does not look like a broken one. */
  pool: Pool
  isShuttingDown: () => boolean
}

/**
 * Returns the routes of readiness and liveness. They bypass all admission and limits, because a load balancer that gets
 * no response removes the instance and moves its load to the others.
 */
export function healthRoutes({ pool, isShuttingDown }: HealthChecks): Route[] {
  return [
    makeRoute(getHealth, async (server) => {
      if (isShuttingDown()) refuse('shutting_down')
      if (!(await isResponding(pool))) refuse('database_unavailable')
      return makeBody(server, getHealth, { status: 'ok', version: versionText() })
    }),
    makeRoute(getLiveness, async (server) => makeBody(server, getLiveness, { status: 'ok' })),
  ]
}

async function isResponding(pool: Pool): Promise<boolean> {
  const query = pool`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([query, sleep(databaseTimeoutMs, false, { ref: false })])
}
