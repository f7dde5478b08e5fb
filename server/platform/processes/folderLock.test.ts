import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLocked, acquireLock } from './folderLock.ts'

const folder = await mkdtemp(join(tmpdir(), 'hurd-lock-'))
afterAll(() => rm(folder, { recursive: true }))

test('a second process learns which process has the lock, and that it is stopping', () => {
  const path = join(folder, 'plain')
  const lock = acquireLock(path, 'app')
  if (isLocked(lock)) throw new Error('locked')
  expect(acquireLock(path, 'command')).toMatchObject({ pid: process.pid, role: 'app', stopping: false })
  lock.markStopping()
  expect(acquireLock(path, 'command')).toMatchObject({ pid: process.pid, role: 'app', stopping: true })
  lock.release()
  expect(isLocked(acquireLock(path, 'command'))).toBe(false)
})

test('a lock that cannot be written again, as on a full disk, does not prevent a clean stop', async () => {
  const path = join(folder, 'unwritable')
  const lock = acquireLock(path, 'app')
  if (isLocked(lock)) throw new Error('locked')
  await rm(path)
  await mkdir(path)
  lock.markStopping()
  expect((await readdir(folder)).filter((name) => name.startsWith('unwritable'))).toEqual(['unwritable'])
})

test('only one of six processes that find the same stale lock gets it', async () => {
  const path = join(folder, 'stale')
  await writeFile(path, JSON.stringify({ pid: process.pid, started: 'another life', role: 'app' }))
  const script = `
    import { acquireLock, isLocked } from ${JSON.stringify(new URL('folderLock.ts', import.meta.url).href)}
    console.log(isLocked(acquireLock(${JSON.stringify(path)}, 'app')) ? 'locked' : 'mine')
    process.stdin.resume()`
  const rivals = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  // No process ends before all have tried to get the lock, because otherwise the next process could replace the lock of
  // an ended one.
  const results = await Promise.all(
    rivals.map(
      (rival) =>
        new Promise<string>((resolve) => rival.stdout.once('data', (data) => resolve(String(data).trim()))),
    ),
  )
  for (const rival of rivals) rival.stdin.end()
  expect(results.filter((result) => result === 'mine')).toHaveLength(1)
})
