import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { findProcess } from './processes.ts'

/** The process that has locked a folder: the server, or an operator command while the server is stopped. */
export type LockHolder = { pid: number; started: string; role: 'app' | 'command'; stopping?: boolean }

export type FolderLock = {
  /** Signals to the next process that the lock will be released soon. */
  markStopping(): void
  release(): void
}

/**
 * Acquires the lock at `path`, or returns its holder. Replaces the lock of a process that has ended, even if another
 * process has the same number now.
 */
export function acquireLock(path: string, role: LockHolder['role']): FolderLock | LockHolder {
  const me: LockHolder = { pid: process.pid, started: findProcess(process.pid)?.started ?? '', role }
  for (;;) {
    if (createLock(path, me)) return lockOf(path, me)
    const text = readText(path)
    if (text === null) continue // The lock was released between the two lines above.
    const holder = readHolder(text)
    if (holder && isAlive(holder)) return holder
    removeStale(path, text)
  }
}

export function isLocked(lock: FolderLock | LockHolder): lock is LockHolder {
  return 'pid' in lock
}

function lockOf(path: string, me: LockHolder): FolderLock {
  return {
    markStopping() {
      const next = `${path}.${process.pid}`
      try {
        writeFileSync(next, JSON.stringify({ ...me, stopping: true }))
        renameSync(next, path)
      } catch {
        // On a full disk, the next process does not learn it. That must not prevent a clean stop.
        rmSync(next, { force: true })
      }
    },
    release() {
      rmSync(path, { force: true })
    },
  }
}

/**
 * Creates the lock. The draft is written first and then linked in one step so that no process reads an incomplete
 * lock.
 */
function createLock(path: string, holder: LockHolder): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, JSON.stringify(holder))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes a stale lock. Two processes may find the same stale lock, so it is moved away first, and put back if it was
 * replaced in between.
 */
function removeStale(path: string, expected: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
    if (readText(aside) !== expected) linkSync(aside, path)
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT') && !hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function isAlive(holder: LockHolder): boolean {
  const owner = findProcess(holder.pid)
  return owner !== null && owner.started === holder.started
}

function readHolder(text: string): LockHolder | null {
  try {
    const holder: unknown = JSON.parse(text)
    if (typeof holder !== 'object' || holder === null) return null
    if (!('pid' in holder) || typeof holder.pid !== 'number') return null
    if (!('started' in holder) || typeof holder.started !== 'string') return null
    const role = 'role' in holder && holder.role === 'command' ? 'command' : 'app'
    const stopping = 'stopping' in holder && holder.stopping === true
    return { pid: holder.pid, started: holder.started, role, stopping }
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
