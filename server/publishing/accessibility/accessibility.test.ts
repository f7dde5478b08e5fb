import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { makePageFrame } from '#server/testing/pageFrame.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { criteria } from './criteria.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** WCAG 2.2, levels A and AA, without 4.1.1, which it removed. */
const levels = {
  A: '1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2',
  AA: '1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3',
}

const Chapter = z.object({
  criteria: z.array(
    z.object({
      num: z.string(),
      components: z.tuple([
        z.object({
          name: z.literal('web'),
          adherence: z.object({
            level: z.enum(['supports', 'partially-supports', 'not-applicable']),
            notes: z.string().check(z.minLength(10)),
          }),
        }),
      ]),
    }),
  ),
})
const Report = z.object({
  title: z.string(),
  catalog: z.literal('2.5-edition-wcag-2.2-en'),
  report_date: z.iso.date(),
  chapters: z.object({ success_criteria_level_a: Chapter, success_criteria_level_aa: Chapter }),
})

/** True for the file and the title, or the beginning of the title, of a test in the repository: "e2e/feed.spec.ts: title". */
function isTest(evidence: string): boolean {
  const [file = '', title = ''] = evidence.split(/: (.*)/)
  if (title === '' || !existsSync(root + file)) return false
  const quoted = ["'", '"', '`'].map((quote) => `test(${quote}${title}`)
  return quoted.some((beginning) => readFileSync(root + file, 'utf8').includes(beginning))
}

// covers HURD-ACCESS-01
test('a buyer finds each of the 55 criteria in the conformance report, with evidence that exists', async () => {
  const app = await startTestServer({}, await makePageFrame())
  const response = await fetch(`${app.origin}/accessibility/openacr.yaml`)
  expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8')
  const { chapters } = Report.parse(parse(await response.text()))
  expect(chapters.success_criteria_level_a.criteria.map(({ num }) => num).join(' ')).toBe(levels.A)
  expect(chapters.success_criteria_level_aa.criteria.map(({ num }) => num).join(' ')).toBe(levels.AA)
  for (const { num, evidence } of criteria) {
    expect(evidence.length, num).toBeGreaterThan(0)
    const missing = evidence.filter((item) => !/^read on \d{4}-\d{2}-\d{2}$/.test(item) && !isTest(item))
    expect(missing, num).toEqual([])
  }
  await app.close()
})

// covers HURD-ACCESS-09
test('each test that docs/accessibility.md names exists', () => {
  const text = readFileSync(`${root}docs/accessibility.md`, 'utf8')
  const named = [...text.matchAll(/`((?:e2e|server|web)\/[^`]+\.(?:spec|test)\.ts)`/g)].map(
    ([, file]) => file!,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(root + file))).toEqual([])
  const titles = [...text.matchAll(/^\d+\. “([^”]+)” \(`([^`]+)`\)/gm)]
  expect(titles).toHaveLength(12)
  expect(titles.filter(([, title, file]) => !isTest(`${file}: ${title}`)).map(([, title]) => title)).toEqual(
    [],
  )
})

// covers HURD-ACCESS-02
test('anybody reads the accessibility statement, with what does not work yet, and finds it in the footer', async () => {
  const app = await startTestServer({}, await makePageFrame())
  const page = await (await fetch(`${app.origin}/accessibility`)).text()
  expect(page).toContain('<h1 class="title">Accessibility</h1>')
  expect(page).toMatch(/Of the\s+55 criteria/)
  expect(page).toMatch(/What does not work yet<\/h2>[^]*3\.1\.2 Language of Parts: /)
  expect(page).toContain('<a href="/accessibility">Accessibility</a>')
  await app.close()
})

// covers HURD-ACCESS-02
test('a visitor reads which texts do not say their language, and that a film moves', async () => {
  const app = await startTestServer({}, await makePageFrame())
  const page = await (await fetch(`${app.origin}/accessibility`)).text()
  expect(page).not.toContain('Comments do not say')
  expect(page).toContain('what they write about themselves in their profiles')
  const yaml = await (await fetch(`${app.origin}/accessibility/openacr.yaml`)).text()
  // YAML divides long texts into lines.
  const report = yaml.replaceAll(/\s+/g, ' ')
  expect(report).toContain('Only the film on the sign-in page moves for more than a moment')
  expect(report).not.toContain('Nothing moves for more than a moment')
  await app.close()
})
