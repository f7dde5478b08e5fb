import type { FastifyBaseLogger } from 'fastify'
import { defaultBranding, type Instance, type InstanceSettings } from '#contract/branding/branding.ts'
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { selectBranding } from './branding.ts'

/** How long another process of the instance may show the former branding. */
const pollMs = 2_000

export type CurrentBranding = {
  /** Returns the branding without a query, because every page contains it. */
  current: () => Instance
  /** Reads the branding again. */
  refresh: () => Promise<void>
  stop: Worker['stop']
}

/**
 * Keeps the branding in memory. While the database does not answer, pages show the last known branding. The process that
 * saves a change calls `refresh`, and other processes notice the change at their next poll.
 */
export async function openBranding(
  pool: Pool,
  log: FastifyBaseLogger,
  { registration, sections, translations }: InstanceSettings,
): Promise<CurrentBranding> {
  let branding: Instance = { ...defaultBranding, registration, sections, translations }

  async function refresh() {
    const storedBranding = await selectBranding(pool)
    // A slow read may have begun before a save and return an older version.
    if (storedBranding.version >= branding.version) {
      branding = { ...storedBranding, registration, sections, translations }
    }
  }

  const worker = startWorker({
    name: 'branding',
    pollMs,
    log,
    failureMessage: 'the branding could not be read',
    work: refresh,
  })
  await refresh().catch((error: unknown) => log.warn({ err: error }, 'the branding could not be read'))
  return { current: () => branding, refresh, stop: worker.stop }
}
