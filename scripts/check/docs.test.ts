import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
// Includes files that are not committed yet.
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
const files = paths.split('\n').filter((file) => existsSync(posix.join(root, file)))
const pages = files.filter((file) => /^([A-Z_]+|docs\/.*|db\/migrations\/README)\.md$/.test(file))

test.each(pages)('every link and every file that %s names exists', (page) => {
  const text = readFileSync(posix.join(root, page), 'utf8')
  expect(missingTargets(page, text)).toEqual([])
})

test('a broken link, a broken anchor and a file that does not exist are reported', () => {
  const text =
    '[a](nowhere.md) [b](operating.md#no-such-section) `server/nowhere.ts` `server/app.ts` [c](operating.md)'
  expect(missingTargets('docs/page.md', text)).toEqual([
    'nowhere.md',
    'operating.md#no-such-section',
    'server/nowhere.ts',
  ])
})

test('a decision with a number that has no page is explained in the README beside the others', () => {
  const numbers = files.flatMap((file) => {
    const [, number] = /^docs\/decisions\/(\d{3})-/.exec(file) ?? []
    return number === undefined ? [] : [Number(number)]
  })
  expect(new Set(numbers).size).toBe(numbers.length)
  const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  )
  expect(unusedNumbers(readFileSync(posix.join(root, 'docs/decisions/README.md'), 'utf8'))).toEqual(missing)
})

/** The numbers in "The numbers 16, 22 to 25 and 41 have no page". */
function unusedNumbers(text: string): number[] {
  const [, list = ''] = /The numbers ([^.]+?) have no page/.exec(text) ?? []
  return [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from = '', to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index),
  )
}

function missingTargets(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const named = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.\w+)`/g)].map(([, file = '']) => file)
  return [
    ...links.filter((link) => !/^https?:/.test(link) && !linkExists(page, link)),
    ...named.filter((file) => isInLayer(file) && !existsSync(posix.join(root, file))),
  ]
}

function linkExists(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : posix.join(posix.dirname(page), path)
  if (!existsSync(posix.join(root, target))) return false
  if (anchor === undefined || !target.endsWith('.md')) return true
  const headings = [...readFileSync(posix.join(root, target), 'utf8').matchAll(/^#+ (.*)$/gm)]
  return headings.some(([, title = '']) => anchorOf(title) === anchor)
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

/** A path in the repository without placeholders, as opposed to a route, a media type or an example. */
function isInLayer(file: string): boolean {
  return (
    /^(contract|db|server|web|e2e|bench|scripts|deploy|docs|public)\//.test(file) &&
    !/Xxx|NN_|NNN_|002_/.test(file)
  )
}
