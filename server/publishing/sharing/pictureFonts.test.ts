import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureFonts, preparePictureFonts } from './pictureFonts.ts'

test('a picture is drawn in our own fonts, even on a machine that has none', async () => {
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
