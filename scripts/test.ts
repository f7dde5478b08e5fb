import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from './browser.mjs'

// `npm test`: every part runs, whatever the others say. With file names, only the tests in them.
const root = fileURLToPath(new URL('..', import.meta.url))
const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), 'hurd-reports-'))
const bin = (name: string) => join(root, 'node_modules', name)

type Result = { part: string; passed: number; failed: number; skipped: number; seconds: number; note: string }
const results: Result[] = []

if (filters.length === 0) {
  await check('types', [bin('typescript/bin/tsc'), '--noEmit'])
  await check('lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'])
  await check('format', [bin('oxfmt/bin/oxfmt'), '--check'])
  await check('rooms', ['scripts/rooms.ts'])
}
const [pages, code] = [filters.filter(isPageTest), filters.filter((filter) => !isPageTest(filter))]
if (filters.length === 0 || code.length > 0) await runVitest(code)
if (filters.length === 0 || pages.length > 0) await runPlaywright(pages)
if (filters.length === 0) await check('requirements', ['scripts/requirements.ts'])

rmSync(reports, { recursive: true, force: true })
summarise()

function isPageTest(filter: string): boolean {
  return /(^|\/)e2e(\/|$)|\.spec\./.test(filter)
}

async function check(part: string, args: string[]): Promise<void> {
  const { code, seconds } = await run(part, args)
  results.push({
    part,
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
    seconds,
    note: '',
  })
}

async function runVitest(files: string[]): Promise<void> {
  const report = join(reports, 'vitest.json')
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, seconds } = await run('code', [bin('vitest/vitest.mjs'), 'run', ...options, ...files])
  const told = readReport(report)
  const [passed, skipped] = [numberOf(told, 'numPassedTests'), numberOf(told, 'numPendingTests')]
  const failed = numberOf(told, 'numFailedTests')
  // A file that cannot even be loaded has no test that could fail.
  results.push({
    part: 'code',
    passed,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped,
    seconds,
    note: '',
  })
}

async function runPlaywright(files: string[]): Promise<void> {
  let note: string
  try {
    const began = performance.now()
    note = `Chromium ${(await findBrowser()).source}`
    console.log(`\n${note} (${Math.round(performance.now() - began)} ms)`)
  } catch (error) {
    note = error instanceof Error ? error.message : String(error)
    results.push({ part: 'pages', passed: 0, failed: 1, skipped: 0, seconds: 0, note })
    return
  }
  const report = join(reports, 'playwright.json')
  const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...files]
  const { code, seconds } = await run('pages', args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const stats = memberOf(readReport(report), 'stats')
  const passed = numberOf(stats, 'expected') + numberOf(stats, 'flaky')
  const failed = numberOf(stats, 'unexpected')
  const skipped = numberOf(stats, 'skipped')
  results.push({
    part: 'pages',
    passed,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped,
    seconds,
    note,
  })
}

async function run(part: string, args: string[], env: Record<string, string> = {}) {
  console.log(`\n── ${part} ${'─'.repeat(60 - part.length)}`)
  const began = performance.now()
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const stop = () => child.kill('SIGTERM')
    for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, stop)
    child.on('error', () => resolve(1))
    child.on('exit', (status) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.off(signal, stop)
      resolve(status ?? 1)
    })
  })
  return { code, seconds: (performance.now() - began) / 1000 }
}

function summarise(): void {
  console.log(`\n── ran ${'─'.repeat(57)}`)
  for (const { part, passed, failed, skipped, seconds, note } of results) {
    const verdict = failed > 0 ? 'FAILED' : 'passed'
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    console.log(
      `${part.padEnd(13)} ${verdict}  ${counts}  ${seconds.toFixed(1)} s${note ? `  (${note})` : ''}`,
    )
  }
  const skipped = sum('skipped')
  console.log(
    `\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  )
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

function sum(key: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, one) => total + one[key], 0)
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null // the part ended before it could write one, which its exit code says
  }
}

function memberOf(report: unknown, name: string): unknown {
  return typeof report === 'object' && report !== null ? Reflect.get(report, name) : undefined
}

function numberOf(report: unknown, name: string): number {
  const value = memberOf(report, name)
  return typeof value === 'number' ? value : 0
}
