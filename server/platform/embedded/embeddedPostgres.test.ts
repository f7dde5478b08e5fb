import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embeddedPostgres.ts'
import { truncateLog } from './postgresLog.ts'

test('a server that does not start says why, whatever the log contains already', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // When root runs the test, the database runs as another user, which needs access to the folder.
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'postgres.log'), 'é'.repeat(5000))
  const settings = { max_connections: 'many' }
  await expect(startEmbedded({ folder, socketFolder: folder, settings })).rejects.toThrow('max_connections')
}, 60_000)

test('a long log is truncated even if its earlier part cannot be saved, as on a full disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const log = join(folder, 'postgres.log')
  await writeFile(log, 'x'.repeat(5 * 1024 * 1024 + 1))
  await mkdir(`${log}.1`)
  truncateLog(log)
  expect((await stat(log)).size).toBe(0)
})
