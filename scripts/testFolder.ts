import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const memoryFolder = '/dev/shm'
const neededBytes = 6 * 2 ** 30

/**
 * Creates the folder for all temporary files of a test run, as TMPDIR. It is in memory where there is room, because the tests
 * create and delete a database of a thousand files hundreds of times, which costs a disk more time than the queries. The
 * caller removes it at the end.
 */
export function makeTestFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'hurd-tests-'))
  // When root runs the tests, PostgreSQL runs as another user, which needs access to its own folder inside.
  chmodSync(folder, 0o711)
  return folder
}

/** A container has a small memory folder by default, or one from which programs cannot be started, as tests do. */
function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  const mount = readFileSync('/proc/mounts', 'utf8').match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1]
  const allowsPrograms = mount !== undefined && !mount.split(',').includes('noexec')
  return allowsPrograms && Math.min(bavail * bsize, process.availableMemory()) > neededBytes
}
