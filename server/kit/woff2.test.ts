import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureFonts, preparePictureFonts } from './pictureFonts.ts'
import { readWoff2 } from './woff2.ts'

const fontFile = (name: string) =>
  readFileSync(new URL(`../../node_modules/@fontsource-variable/${name}`, import.meta.url))

test('a web font becomes a font with all its tables and outlines', () => {
  for (const name of [
    'public-sans/files/public-sans-latin',
    'source-serif-4/files/source-serif-4-latin-ext',
  ]) {
    const font = readWoff2(fontFile(`${name}-wght-normal.woff2`))
    const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => {
      const entry = 12 + at * 16
      const [start, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)]
      return { tag: font.toString('latin1', entry, entry + 4), start, length }
    })
    const find = (tag: string) => tables.find((table) => table.tag === tag)!
    expect(tables.map((table) => table.tag)).toEqual(
      expect.arrayContaining(['cmap', 'fvar', 'glyf', 'gvar', 'head', 'hmtx', 'loca', 'maxp']),
    )
    // The offsets rise to the end of the outlines, one more of them than there are glyphs.
    const glyphs = font.readUInt16BE(find('maxp').start + 4)
    const offsets = Array.from({ length: glyphs + 1 }, (_, at) =>
      font.readUInt32BE(find('loca').start + at * 4),
    )
    expect(offsets).toEqual(offsets.toSorted((one, other) => one - other))
    expect(offsets.at(-1)).toBe(find('glyf').length)
    expect(font.readInt16BE(find('head').start + 50)).toBe(1)
  }
})

test('what is no web font, or only a part of one, is refused', () => {
  const whole = fontFile('public-sans/files/public-sans-latin-wght-normal.woff2')
  expect(() => readWoff2(Buffer.from('wOFFnothing'))).toThrow('Not a WOFF2 font')
  expect(() => readWoff2(whole.subarray(0, 2_000))).toThrow()
})

test("pictures are drawn in the product's own letters, whatever the machine has", async () => {
  await preparePictureFonts()
  const [sans, serif, other] = await Promise.all([
    draw(`${pictureFonts.sans}, Regular 40px`),
    draw(`${pictureFonts.serif}, Bold 40px`),
    draw('No Such Font, Regular 40px'),
  ])
  expect(sans.equals(serif)).toBe(false)
  expect(sans.equals(other)).toBe(false)
  expect(serif.equals(other)).toBe(false)
})

function draw(font: string): Promise<Buffer> {
  return sharp({ text: { text: 'Hurd 2026', font, dpi: 72 } })
    .raw()
    .toBuffer()
}
