import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commonRanges, makeSmallFonts } from './fonts.ts'

test('the small fonts are those that npm run fonts makes from the installed fonts', async () => {
  for (const [path, content] of await makeSmallFonts()) {
    expect(readFileSync(path).equals(content), path).toBe(true)
  }
}, 60_000)

test('the styles use the small fonts for exactly the characters that they have', () => {
  const styles = readFileSync(new URL('../web/base.css', import.meta.url), 'utf8')
  const faces = [...styles.matchAll(/@font-face \{[^}]*url\('\.\/fonts\/[^}]*\}/g)].map(([face]) => face)
  expect(faces).toHaveLength(2)
  const ranges = commonRanges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`)
  for (const face of faces) {
    const [, list = ''] = /unicode-range:([^;]*);/.exec(face) ?? []
    expect(list.split(',').map((range) => range.trim().toUpperCase())).toEqual(ranges)
  }
})

function hex(code: number): string {
  return code.toString(16).toUpperCase()
}
