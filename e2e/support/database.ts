import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import startPostgres from '#server/testing/postgres/postgres.ts'

/** Builds the pages and starts a temporary PostgreSQL for all workers. Playwright runs it once before the tests. */
export default async function setup(): Promise<() => Promise<void>> {
  if (!process.env.PAGES_DIST) {
    const script = fileURLToPath(new URL('../../scripts/pages.ts', import.meta.url))
    execFileSync(process.execPath, [script], { stdio: 'inherit' })
  }
  return startPostgres()
}
