import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { findBrowser } from './browser.mjs'
import { makeTestFolder } from './testFolder.ts'
import { readPageTests, readCodeTests, type TestFailure, type TestReport } from './testReport.ts'

// `npm test` runs every part, even when others fail. With file names, only the tests in these files run.
const root = fileURLToPath(new URL('..', import.meta.url))
const filters = process.argv.slice(2)
const folder = makeTestFolder()
process.env['TMPDIR'] = folder
const bin = (name: string) => join(root, 'node_modules', name)

type Result = TestReport & { part: string; seconds: number; note?: string }
const results: Result[] = []
let isStopped = false

if (filters.length === 0) {
  // The parts of `npm run check` are listed once, in package.json. The subject of a commit is not tested here.
  const parts = manifest.scripts.check.matchAll(/npm run -s (\S+)/g)
  for (const [, part] of parts) await check(part!, ['--run', part!])
}
const [pages, code] = [filters.filter(isPageTest), filters.filter((filter) => !isPageTest(filter))]
if (filters.length === 0 || code.length > 0) await runVitest(code)
if (filters.length === 0 || pages.length > 0) await runPlaywright(pages)
if (filters.length === 0) await check('requirements', ['scripts/check/requirements.ts'])

rmSync(folder, { recursive: true, force: true })
summarize()

function isPageTest(filter: string): boolean {
  return /(^|\/)e2e(\/|$)|\.spec\./.test(filter)
}

async function check(part: string, args: string[]): Promise<void> {
  const { code, seconds } = await run(part, args)
  results.push({ part, seconds, ...(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) })
}

async function runVitest(files: string[]): Promise<void> {
  const report = join(folder, 'vitest.json')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, seconds } = await run('code', [bin('vitest/vitest.mjs'), 'run', ...options, ...files])
  results.push({ part: 'code', seconds, ...withExitCode(readCodeTests(report), code) })
}

async function runPlaywright(files: string[]): Promise<void> {
  let note: string
  try {
    const began = performance.now()
    note = `Chromium ${(await findBrowser()).source}`
    console.log(`\n${note} (${Math.round(performance.now() - began)} ms)`)
  } catch (error) {
    note = error instanceof Error ? error.message : String(error)
    results.push({ part: 'pages', passed: 0, failed: 1, seconds: 0, note })
    return
  }
  const report = join(folder, 'playwright.json')
  const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...files]
  const { code, seconds } = await run('pages', args, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // Its default is in the temporary folder of this run so that every run would translate all files again.
    PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
    // Whoever works on a screen runs its file and looks at the screenshots.
    SCREENSHOTS: process.env['SCREENSHOTS'] ?? (files.length > 0 ? '1' : '0'),
  })
  results.push({ part: 'pages', seconds, note, ...withExitCode(readPageTests(report), code) })
}

/** A file that cannot be loaded has no failed test. The exit code of its run shows the failure. */
function withExitCode(report: TestReport, code: number): TestReport {
  return code === 0 ? report : { ...report, failed: Math.max(report.failed, 1) }
}

async function run(part: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n── ${part} ${'─'.repeat(60 - part.length)}`)
  const began = performance.now()
  const code = await new Promise<number>((resolve) => {
    if (isStopped) return resolve(1)
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const stop = () => {
      isStopped = true
      child.kill('SIGTERM')
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop)
    child.on('error', () => resolve(1))
    child.on('exit', (status) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.off(signal, stop)
      resolve(status ?? 1)
    })
  })
  return { code, seconds: (performance.now() - began) / 1000 }
}

function summarize(): void {
  console.log(`\n── ran ${'─'.repeat(57)}`)
  for (const result of results) {
    const verdict = result.failed > 0 ? 'FAILED' : 'passed'
    const note = result.note ? `  (${result.note})` : ''
    console.log(
      `${result.part.padEnd(13)} ${verdict}  ${countsOf(result)}  ${result.seconds.toFixed(1)} s${note}`,
    )
  }
  const durations = results.flatMap((result) => result.durations ?? []).filter(({ seconds }) => seconds >= 1)
  console.log('\nThe slowest tests:')
  for (const { name, seconds } of durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)) {
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${name.replace(root, '')}`)
  }
  const retried = results.flatMap((result) => result.retried ?? [])
  const failures = results.flatMap((result) => result.failures ?? [])
  console.log('')
  for (const failure of retried) describe('passed on the second try only', failure)
  for (const failure of failures) describe('failed', failure)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), retried }
  console.log(`\n${countsOf(total)}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

function describe(what: string, { name, message }: TestFailure): void {
  console.log(`${what}: ${name.replace(root, '')}\n${message.replaceAll(/^(?=.)/gm, '    ')}`)
}

function countsOf({ passed, failed, skipped = 0, retried = [] }: TestReport): string {
  const others = [
    ...(skipped > 0 ? [`, ${skipped} skipped`] : []),
    ...(retried.length > 0 ? [`, ${retried.length} passed on the second try only`] : []),
  ]
  return `${passed} passed, ${failed} failed${others.join('')}`
}

function sum(key: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, result) => total + (result[key] ?? 0), 0)
}
