import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** The result of a part of `npm test`. `failures` and `retried` are full test names. */
export type TestReport = {
  passed: number
  failed: number
  skipped?: number
  failures?: string[]
  retried?: string[]
}

const noReport: TestReport = { passed: 0, failed: 0 }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

/** Reads the JSON report of Vitest. If there is no report, the exit code alone decides (scripts/test.ts). */
export function readCodeTests(path: string): TestReport {
  const report = vitestReport.safeParse(readJson(path)).data
  if (!report) return noReport
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [name]
    return failed.map((test) => `${name} › ${test.fullName}`)
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures,
  }
}

type Suite = {
  file: string
  suites?: Suite[] | undefined
  specs: { title: string; tests: { status: string }[] }[]
}

const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  get suites() {
    return z.optional(z.array(suite))
  },
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
})

const playwrightReport = z.object({
  suites: z.array(suite),
  stats: z.object({
    expected: z.number(),
    flaky: z.number(),
    unexpected: z.number(),
    skipped: z.number(),
  }),
})

/** Reads the JSON report of Playwright. A test that passed on its second try counts as passed and is listed. */
export function readPageTests(path: string): TestReport {
  const report = playwrightReport.safeParse(readJson(path)).data
  if (!report) return noReport
  const { expected, flaky, unexpected, skipped } = report.stats
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: namesOf(report.suites, 'unexpected'),
    retried: namesOf(report.suites, 'flaky'),
  }
}

function namesOf(suites: Suite[], status: string): string[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ title }) => `${file} › ${title}`),
    ...namesOf(inner, status),
  ])
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
