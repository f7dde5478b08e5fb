import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusLabels, type BillStatus, type GovernmentLevel } from '#contract/bills/billContent.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { isOwnBrand } from '#contract/branding/pageBranding.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import { stanceColors, stances, stanceProse, type StanceCounts } from '#contract/stances.ts'
import { wordmarkPath, levelShapes, markPath, stanceShapes } from '#contract/svgPaths.ts'
import { escapeHtml } from '#server/platform/http/pages/html.ts'
import { wordsAndLanguage } from '#server/platform/language/billTexts.ts'
import { loadSharp, type Sharp } from '#server/platform/storage/sharp.ts'
import { pictureFonts, preparePictureFonts } from './pictureFonts.ts'
import { levelName } from './sharedParts.ts'

/** Everything that the picture shows. Nothing in it depends on the viewer. */
export type SharedBill = StanceCounts & {
  bill_code: string
  title: string
  summary: string
  government_level: GovernmentLevel
  jurisdiction: string
  status: BillStatus
}

/** The size that link previews expect. */
export const pictureSize = { width: 1200, height: 630 }

const margin = 64
const width = pictureSize.width - 2 * margin
const background = '#2c1444'

type Measure = (text: string, font: string) => Promise<number>

/** Draws the preview picture of a shared bill as a PNG, with the name of the instance. */
export async function drawSharePicture(bill: SharedBill, branding: Branding): Promise<Buffer> {
  await preparePictureFonts()
  const sharp = await loadSharp()
  const svg = await drawSvg(bill, branding, measureWith(sharp))
  const folder = await mkdtemp(join(tmpdir(), 'hurd-share-'))
  try {
    const file = join(folder, 'picture.svg')
    await writeFile(file, svg)
    return await sharp(file).timeout({ seconds: 5 }).png().toBuffer()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns a function that measures the width of a line of text in pixels. */
function measureWith(sharp: Sharp): Measure {
  return async (text, font) => {
    if (text.trim() === '') return 0
    const picture = sharp({ text: { text: escapeHtml(text), font, dpi: 72 } }).raw()
    return (await picture.toBuffer({ resolveWithObject: true })).info.width
  }
}

async function drawSvg(bill: SharedBill, branding: Branding, measure: Measure): Promise<string> {
  const { size, lines } = await layTitle(bill.title, measure)
  const first = lines.length === 1 ? 280 : size === 76 ? 240 : 232
  const step = size * 1.07
  const summaryAt = first + step * (lines.length - 1) + 66
  const summary = await truncate(
    oneLine(wordsAndLanguage(bill.summary).words),
    `${pictureFonts.sans}, Regular 30px`,
    measure,
  )
  const meta = await drawMeta(bill, measure)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">
<rect width="100%" height="100%" fill="${background}"/>
${seats()}
${await drawName(branding, meta.start - margin - 40, measure)}
${meta.svg}
${lines.map((line, number) => text(line, { x: margin, y: first + step * number, size, weight: 700, serif: true })).join('')}
${text(summary, { x: margin, y: summaryAt, size: 30, fill: '#eee4fd' })}
${bar(bill)}
${await drawCounts(bill, measure)}
</svg>`
}

/** The drawn wordmark says "Hurd", so an instance with a name or a logo of its own has its name as text. */
async function drawName(branding: Branding, space: number, measure: Measure): Promise<string> {
  if (!isOwnBrand(branding)) {
    return `<g fill="#fff" transform="translate(${margin} 57) scale(1.07)"><path d="${markPath}"/><path transform="translate(49.5 42)" d="${wordmarkPath}"/></g>`
  }
  const size = 40
  const name = await truncate(branding.name, `${pictureFonts.sans}, Bold ${size}px`, measure, space)
  return text(name, { x: margin, y: 100, size, weight: 700 })
}

/** Lays out the title in two lines of 76 px. If it does not fit, uses 60 px. If it still does not fit, truncates it. */
async function layTitle(title: string, measure: Measure): Promise<{ size: number; lines: string[] }> {
  for (const size of [76, 60]) {
    const lines = await wrap(oneLine(title), `${pictureFonts.serif}, Bold ${size}px`, measure)
    if (lines.length <= 2) return { size, lines: await balanceLines(lines, size, measure) }
    if (size === 60) {
      const rest = await truncate(lines.slice(1).join(' '), `${pictureFonts.serif}, Bold ${size}px`, measure)
      return { size, lines: [lines[0] ?? '', rest] }
    }
  }
  return { size: 60, lines: [] }
}

/** Breaks the title into two lines of similar length so that the last word is not alone. */
async function balanceLines(lines: string[], size: number, measure: Measure): Promise<string[]> {
  const whole = lines.join(' ')
  const middle = whole.indexOf(' ', Math.ceil(whole.length / 2) - 1)
  if (lines.length < 2 || middle === -1) return lines
  const halves = [whole.slice(0, middle), whole.slice(middle + 1)]
  const widest = await measure(halves[0]!, `${pictureFonts.serif}, Bold ${size}px`)
  return widest <= width && halves[1]!.length <= halves[0]!.length + 4 ? halves : lines
}

/** Longer texts are truncated anyway, so measuring more would waste time. */
const maxMeasured = 240

async function wrap(text: string, font: string, measure: Measure): Promise<string[]> {
  const lines: string[] = []
  let line = ''
  for (const word of Array.from(text).slice(0, maxMeasured).join('').split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || (await measure(longer, font)) <= width) line = longer
    else {
      lines.push(line)
      line = word
      if (lines.length === 3) break
    }
  }
  const all = line === '' ? lines : [...lines, line]
  return Promise.all(all.map((line) => truncate(line, font, measure)))
}

/** Truncates a text to one line, with an ellipsis. */
async function truncate(text: string, font: string, measure: Measure, space = width): Promise<string> {
  const characters = Array.from(text).slice(0, maxMeasured)
  const whole = characters.join('')
  if (whole === text && (await measure(whole, font)) <= space) return whole
  let [fits, tooLong] = [0, characters.length]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if ((await measure(shortened(characters, middle), font)) <= space) fits = middle
    else tooLong = middle
  }
  return shortened(characters, fits)
}

function shortened(characters: string[], length: number): string {
  const start = characters.slice(0, length).join('')
  const lastWord = start.lastIndexOf(' ')
  return `${(lastWord > length / 2 ? start.slice(0, lastWord) : start).replace(/[\s.,;:]+$/, '')}…`
}

/** Draws the place, the code and the status at the right, and returns where they start. */
async function drawMeta(bill: SharedBill, measure: Measure): Promise<{ svg: string; start: number }> {
  const place = bill.government_level === 'federal' ? [] : [placeName(bill.jurisdiction)]
  const words = [levelName(bill.government_level), ...place, bill.bill_code, t(statusLabels[bill.status])]
    .map((word) => Array.from(oneLine(word)).slice(0, 32).join(''))
    .join(' · ')
  const textWidth = await measure(words, `${pictureFonts.sans}, Medium 25px`)
  const x = pictureSize.width - margin - textWidth - 40
  const svg =
    stroked([levelShapes[bill.government_level]], { x, y: 67, size: 27, color: '#ddcaf8' }) +
    text(words, { x: pictureSize.width - margin, y: 90, size: 25, weight: 500, fill: '#ddcaf8', end: true })
  return { svg, start: x }
}

function bar(bill: SharedBill): string {
  const [top, height, gap] = [486, 28, 5]
  const chosenStances = stances.filter((stance) => bill[`${stance}_count`] > 0)
  const total = chosenStances.reduce((sum, stance) => sum + bill[`${stance}_count`], 0)
  const clip = `<clipPath id="bar"><rect x="${margin}" y="${top}" width="${width}" height="${height}" rx="7"/></clipPath>`
  if (total === 0) {
    return `<rect x="${margin}" y="${top}" width="${width}" height="${height}" rx="7" fill="#411f63"/>`
  }
  const free = width - gap * (chosenStances.length - 1) - 8 * chosenStances.length
  let x = margin
  const parts = chosenStances.map((stance) => {
    const size = 8 + (free * bill[`${stance}_count`]) / total
    x += size + gap
    return `<rect x="${(x - size - gap).toFixed(1)}" y="${top}" width="${size.toFixed(1)}" height="${height}" rx="3" fill="${stanceColors[stance].dark}"/>`
  })
  return `${clip}<g clip-path="url(#bar)">${parts.join('')}</g>`
}

async function drawCounts(bill: SharedBill, measure: Measure): Promise<string> {
  let x = margin
  const parts: string[] = []
  for (const stance of stances) {
    const count = formatNumber(bill[`${stance}_count`])
    const { outline, mark } = stanceShapes[stance]
    const word = t(stanceProse[stance])
    const countWidth = await measure(count, `${pictureFonts.sans}, Bold 26px`)
    const wordWidth = await measure(word, `${pictureFonts.sans}, Regular 26px`)
    parts.push(
      stroked([outline, mark], { x, y: 538, size: 30, color: stanceColors[stance].dark }),
      text(count, { x: x + 40, y: 563, size: 26, weight: 700 }),
      text(word, { x: x + 40 + countWidth + 11, y: 563, size: 26, fill: '#eee4fd' }),
    )
    x += 40 + countWidth + 11 + wordWidth + 44
  }
  return parts.join('')
}

/** Draws a half circle of seats, like those of a legislature, behind the lower right corner. */
function seats(): string {
  const parts: string[] = []
  for (let row = 0; row < 9; row += 1) {
    const radius = 330 - row * 29
    const count = Math.round((Math.PI * radius) / 27)
    for (let seat = 0; seat <= count; seat += 1) {
      const angle = seat / count
      const stance = angle < 0.42 ? 'support' : angle < 0.6 ? 'learning' : angle < 0.72 ? 'neutral' : 'oppose'
      const [x, y] = [1035 - Math.cos(Math.PI * angle) * radius, 680 - Math.sin(Math.PI * angle) * radius]
      if (x < pictureSize.width + 10 && y < pictureSize.height + 10) {
        parts.push(
          `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="${stanceColors[stance].dark}"/>`,
        )
      }
    }
  }
  return `<g opacity="0.16">${parts.join('')}</g>`
}

type Placement = { x: number; y: number; size: number }

function stroked(paths: string[], { x, y, size, color }: Placement & { color: string }): string {
  const elements = paths.map((path) => `<path d="${path}"/>`).join('')
  return `<g transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${elements}</g>`
}

type TextStyle = Placement & { weight?: number; fill?: string; serif?: boolean; end?: boolean }

function text(words: string, { x, y, size, weight = 400, fill = '#fff', serif, end }: TextStyle): string {
  const family = serif ? `'${pictureFonts.serif}', serif` : `'${pictureFonts.sans}', sans-serif`
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}"${end ? ' text-anchor="end"' : ''}>${escapeHtml(words)}</text>`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
