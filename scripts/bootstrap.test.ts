import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'hurd-bootstrap-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Writes a file as if it was changed on this day of November. */
function writeOn(day: number, file: string, text: string): void {
  const path = join(home, file)
  const time = new Date(Date.UTC(2026, 10, day))
  writeFileSync(path, text)
  utimesSync(path, time, time)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns what the first step of every script prints on a machine without npm: nothing if it finds the dependencies. */
function install(): string {
  const script = "await (await import('./scripts/bootstrap.mjs')).install()"
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: home,
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
  }).stderr
}

test('dependencies of another lock file are replaced, even if the new lock file has an older date', () => {
  for (const folder of ['scripts', 'node_modules']) mkdirSync(join(home, folder))
  cpSync(fileURLToPath(new URL('bootstrap.mjs', import.meta.url)), join(home, 'scripts/bootstrap.mjs'))
  writeOn(28, 'package-lock.json', '{}')
  writeOn(29, 'node_modules/.package-lock.json', '{}')
  writeOn(29, 'node_modules/.hurd-installed', `another-hash ${hashOf('{}')}`)
  expect(install()).toContain('Installing dependencies')

  // Somebody runs npm by hand.
  writeOn(30, 'node_modules/.package-lock.json', '{"by":"hand"}')
  expect(install()).toBe('')

  // The lock file of the stamp is back, but npm ran by hand for another one in between.
  writeOn(29, 'node_modules/.hurd-installed', `${hashOf('{}')} ${hashOf('{}')}`)
  writeOn(31, 'package-lock.json', '{}')
  expect(install()).toContain('Installing dependencies')

  // The dates of a copied folder mean nothing.
  writeOn(30, 'node_modules/.package-lock.json', '{}')
  expect(install()).toBe('')
})
