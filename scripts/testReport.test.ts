import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { readCodeTests, readPageTests } from './testReport.ts'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'hurd-report-'))
symlinkSync(modules, join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true }))

/** One test passes, one fails, one is skipped, and one fails only on its first try. */
const tests = (library: string) => `
  import { expect, test } from '${library}'
  import { existsSync, writeFileSync } from 'node:fs'
  test('passes', () => {})
  test('fails', () => { expect(1).toBe(2) })
  test.skip('is skipped', () => {})
  test('is late once', () => {
    const file = ${JSON.stringify(folder)} + '/${library.replaceAll('/', '-')}'
    const isSecond = existsSync(file)
    writeFileSync(file, '')
    expect(isSecond).toBe(true)
  })`

function runTests(program: string, args: string[], environment: Record<string, string> = {}) {
  const { VITEST: _, VITEST_WORKER_ID: __, ...rest } = process.env
  spawnSync(process.execPath, [join(modules, program), ...args], {
    cwd: folder,
    env: { ...rest, ...environment },
  })
}

const expected = { passed: 2, failed: 1, skipped: 1 }

test('the report of the code suite says why a test failed, and which passed on its second try only', () => {
  writeFileSync(join(folder, 'late.test.ts'), tests('vitest'))
  const report = join(folder, 'vitest.json')
  runTests('vitest/vitest.mjs', ['run', '--retry=1', '--reporter=json', `--outputFile=${report}`])
  const { durations, ...counts } = readCodeTests(report)
  const file = join(folder, 'late.test.ts')
  expect(counts).toEqual({
    ...expected,
    failures: [{ name: `${file} › fails`, message: expect.stringContaining('expected 1 to be 2') }],
    retried: [
      { name: `${file} › is late once`, message: expect.stringContaining('expected false to be true') },
    ],
  })
  expect(durations).toHaveLength(4)
  expect(durations!.every(({ seconds }) => seconds >= 0)).toBe(true)
})

test('the report of the browser suite says why a test failed, and which passed on its second try only', () => {
  writeFileSync(join(folder, 'late.spec.ts'), tests('@playwright/test'))
  const report = join(folder, 'playwright.json')
  const args = ['test', '--retries=1', '--reporter=json', 'late.spec.ts']
  runTests('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const { durations, ...counts } = readPageTests(report)
  expect(counts).toEqual({
    ...expected,
    failures: [{ name: 'late.spec.ts › fails', message: expect.stringContaining('Expected: 2') }],
    retried: [{ name: 'late.spec.ts › is late once', message: expect.stringContaining('Expected: true') }],
  })
  expect(durations).toHaveLength(4)
})
