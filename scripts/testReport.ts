import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/**
 * The result of a part of `npm test`. A test in `retried` failed first and passed on its second try.
 */
export type TestReport = {
  passed: number
  failed: number
  skipped?: number
  failures?: TestFailure[]
  retried?: TestFailure[]
  durations?: TestDuration[]
}

/** The full name of a test, and how its first failure begins. */
export type TestFailure = { name: string; message: string }

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
      message: z.string(),
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
  const unreadable = report.testResults
    .filter(
      ({ status, assertionResults: all }) =>
        status === 'failed' && all.every((test) => test.status !== 'failed'),
    )
    .map(({ name, message }) => ({ name, message: beginningOf(message) }))
  const tests = report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${file} › ${test.fullName}` })),
  )
  const failuresOf = (status: string) =>
    tests
      .filter((test) => test.status === status && test.failureMessages.length > 0)
      .map(({ name, failureMessages }) => ({ name, message: beginningOf(failureMessages[0]) }))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: [...unreadable, ...failuresOf('failed')],
    // Vitest keeps the messages of the first try of a test that passed on its second.
    retried: failuresOf('passed'),
    durations: tests.map(({ name, duration }) => ({ name, seconds: (duration ?? 0) / 1000 })),
  }
}

type Suite = {
  file: string
  suites?: Suite[] | undefined
  specs: { title: string; tests: { status: string; results: z.infer<typeof attempt>[] }[] }[]
}

const attempt = z.object({
  duration: z.number(),
  error: z.optional(z.object({ message: z.optional(z.string()) })),
})

const suite: z.ZodType<Suite> = z.object({
  file: z.string(),
  get suites() {
    return z.optional(z.array(suite))
  },
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(z.object({ status: z.string(), results: z.array(attempt) })),
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
  const failuresOf = (status: string) =>
    tests.filter((test) => test.status === status).map(({ name, message }) => ({ name, message }))
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: failuresOf('unexpected'),
    retried: failuresOf('flaky'),
    durations: tests.map(({ name, seconds }) => ({ name, seconds })),
  }
}

function testsOf(suites: Suite[]): (TestDuration & TestFailure & { status: string })[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status, results }) => ({
        name: `${file} › ${title}`,
        status,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        message: beginningOf(results.find(({ error }) => error)?.error?.message),
      })),
    ),
    ...testsOf(inner),
  ])
}

/** Returns the lines of a message that say what was expected, without colors and without the calls that led to it. */
function beginningOf(message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => !/^ +at /.test(line))
    .slice(0, 24)
    .join('\n')
    .trim()
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
