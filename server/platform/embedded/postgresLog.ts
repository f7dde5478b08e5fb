import { copyFileSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'

const maxBytes = 5 * 1024 * 1024

/**
 * Truncates a log that is too long and saves one earlier part. PostgreSQL opened the file for appending, so it
 * continues to write to the same file.
 */
export function truncateLog(path: string): void {
  if (!existsSync(path) || statSync(path).size <= maxBytes) return
  try {
    copyFileSync(path, `${path}.1`)
  } catch {
    // A full disk has no room for the earlier part, and truncating the log frees some.
    rmSync(`${path}.1`, { force: true, recursive: true })
  }
  truncateSync(path, 0)
}

/** Returns an error with one sentence for the operator, from the output of PostgreSQL or initdb. */
export function describeFailure(output: string, cluster: string): EmbeddedPostgresError {
  const last = output
    .split('\n')
    .map((line) => line.match(/(?:FATAL|PANIC|error):\s*(.*)/)?.[1])
    .findLast((message) => message !== undefined)
  return new EmbeddedPostgresError(
    explainFailure(output, last ?? output.trim().split('\n').at(-1) ?? '', cluster),
  )
}

function explainFailure(output: string, last: string, cluster: string): string {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return `The disk that holds ${cluster} is full. Free some space and start again. Nothing was lost.`
  }
  if (/not compatible with (server|this version)|initialized by PostgreSQL version/.test(output)) {
    return `The database in ${cluster} was made by another version of PostgreSQL, which this release cannot read.`
  }
  if (/lock file .* already exists|Is another postmaster/.test(output)) {
    return `Another PostgreSQL is already using ${cluster}: stop it, or choose another DATA_DIR.`
  }
  if (/Permission denied/.test(output)) {
    return `PostgreSQL may not use ${cluster} (${last}): it belongs to another user.`
  }
  return `PostgreSQL did not start in ${cluster}: ${last || 'it gave no reason'}`
}
