import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import { EmbeddedPostgresError } from './embeddedPostgresError.ts'

const mostBytes = 5 * 1024 * 1024

/** One former part is kept. PostgreSQL appends, so a shortened file is simply written on. */
export function truncateLog(path: string): void {
  if (!existsSync(path) || statSync(path).size <= mostBytes) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path, 0)
}

/** What PostgreSQL or initdb said, as one sentence for whoever runs Hurd. */
export function describeFailure(said: string, cluster: string): EmbeddedPostgresError {
  const last = said
    .split('\n')
    .map((line) => line.match(/(?:FATAL|PANIC|error):\s*(.*)/)?.[1])
    .findLast((found) => found !== undefined)
  return new EmbeddedPostgresError(inWords(said, last ?? said.trim().split('\n').at(-1) ?? '', cluster))
}

function inWords(said: string, last: string, cluster: string): string {
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return `The disk that holds ${cluster} is full: make room and start again, nothing was lost.`
  }
  if (/not compatible with (server|this version)|initialized by PostgreSQL version/.test(said)) {
    return `The database in ${cluster} was made by another version of PostgreSQL, which this release cannot read.`
  }
  if (/lock file .* already exists|Is another postmaster/.test(said)) {
    return `Another PostgreSQL is already using ${cluster}: stop it, or choose another DATA_DIR.`
  }
  if (/Permission denied/.test(said)) {
    return `PostgreSQL may not use ${cluster} (${last}): it belongs to another user.`
  }
  return `PostgreSQL did not start in ${cluster}: ${last || 'it gave no reason'}`
}
