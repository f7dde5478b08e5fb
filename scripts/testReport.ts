import { readFileSync } from 'node:fs'
import * as z from 'zod'

/**
 * The result of a part of `npm test`. `failures` and `retried` are full test names. A test in `retried` failed first and
 * passed on its second try.
 */
export type TestReport = {
  passed: number
  failed: number
  skipped?: number
  failures?: string[]
  retried?: string[]
  durations?: TestDuration[]
}

export type TestDuration = { name: string; seconds: number }

const noReport: TestReport = { passed: 0, failed: 0 }

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          // A skipped test has none.
          duration: z.optional(z.nullable(z.number())),
          failureMessages: z.array(z.string()),
        }),
      ),
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
  const tests = report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${file} › ${test.fullName}` })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures,
    // Vitest keeps the messages of the first try of a test that passed on its second.
    retried: tests
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ name }) => name),
    durations: tests.map(({ name, duration }) => ({ name, seconds: (duration ?? 0) / 1000 })),
  }
}

type Suite = {
  file: string
  suites?: Suite[] | undefined
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}

const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  get suites() {
    return z.optional(z.array(suite))
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
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
  const tests = testsOf(report.suites)
  const namesOf = (status: string) => tests.filter((test) => test.status === status).map(({ name }) => name)
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: namesOf('unexpected'),
    retried: namesOf('flaky'),
    durations: tests.map(({ name, seconds }) => ({ name, seconds })),
  }
}

function testsOf(suites: Suite[]): (TestDuration & { status: string })[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: `${file} › ${title}`,
        status,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
    ...testsOf(inner),
  ])
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
