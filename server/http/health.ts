import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth, getLiveness } from '../../contract/kit/health.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { versionText } from '../kit/version.ts'
import type { Pool } from '../postgres/db.ts'
import { makeBody, makeRoute, type Route } from './route/route.ts'

/** How long a balancer waits for readiness, in milliseconds. */
const patience = 1_000

export type HealthChecks = {
  /** A pool of its own, so that a busy instance is not taken for a broken one. */
  pool: Pool
  isShuttingDown: () => boolean
}

/**
 * Readiness and liveness. Both are answered ahead of all admission and count toward no limit, because a balancer that gets
 * no answer takes the instance out and gives its load to the others.
 */
export function healthRoutes({ pool, isShuttingDown }: HealthChecks): Route[] {
  return [
    makeRoute(getHealth, async (server) => {
      if (isShuttingDown()) refuse('shutting_down')
      if (!(await answers(pool))) refuse('database_unavailable')
      return makeBody(server, getHealth, { status: 'ok', version: versionText() })
    }),
    makeRoute(getLiveness, async (server) => makeBody(server, getLiveness, { status: 'ok' })),
  ]
}

async function answers(pool: Pool): Promise<boolean> {
  const query = pool`select 1`.then(
    () => true,
    () => false,
  )
  return Promise.race([query, sleep(patience, false, { ref: false })])
}
