import { withSingleSpaces } from '#server/sources/characters.ts'

/** A line of an extracted text. `isNumbered` is true if the printer numbered it so that it belongs to the text. */
type Line = { text: string; isNumbered: boolean }
/** A position between two lines where a page ends, as the index of the line after it. */
type Break = number

const pageOf = /(?:^|\s)page\s+\d+\s+of\s+\d+$/i
const pageNumber = /^(?:page\s+\d{1,4}|[-–—]\s*\d{1,4}\s*[-–—]|final page)$/i
const bareNumber = /^\d{1,4}$/
const marginNumber = /^(\d{1,4})(?:\s+(.*))?$/
/** The maximum number of lines that a header or a footer has. */
const furniture = 3

/**
 * Removes what a printer adds to the lines of a text: page headers and footers, page numbers, draft numbers and the
 * numbers of lines in the margin. Two printings of the same words have the same words afterwards, wherever their pages
 * end.
 */
export function withoutPageLayout(text: string): string {
  const formFeed = '\f'
  const raw = text
    .replace(/\r\n?/g, '\n')
    .replace(/\f/g, `\n${formFeed}\n`)
    .split('\n')
    .map((line) => (line === formFeed ? line : withSingleSpaces(line).trim()))
  const lines = withoutMargin(raw)
  const removedLines = new Set<number>()
  const breaks: Break[] = []
  for (const [index, { text: line, isNumbered }] of lines.entries()) {
    const isPageLine = !isNumbered && line.length <= 80 && (pageOf.test(line) || pageNumber.test(line))
    if (line === formFeed || isPageLine) {
      removedLines.add(index)
      breaks.push(index + 1)
    }
    // The first line of a page has the number 1 again.
    if (isNumbered && lines[index - 1]?.isNumbered === false) breaks.push(index)
  }
  for (const index of pageNumbersIn(lines, removedLines)) {
    removedLines.add(index)
    breaks.push(index + 1)
  }
  if (lines.some(({ isNumbered }) => isNumbered) || breaks.length > 0) {
    removeFurniture(lines, removedLines, breaks)
  }
  return joinPages(lines, removedLines)
}

/**
 * Separates the numbers in the margin from the lines. They count up by one from line to line, and nearly every line has
 * one. A list, a year or a section number at the start of some lines does not.
 */
function withoutMargin(raw: readonly string[]): Line[] {
  const plain = () => raw.map((text) => ({ text, isNumbered: false }))
  const numbered = new Set<number>()
  let longest = 0
  let run: number[] = []
  let last = 0
  const close = () => {
    if (run.length > 0) longest = Math.max(longest, run.length)
    for (const index of run) numbered.add(index)
    run = []
  }
  for (const [index, line] of raw.entries()) {
    const number = Number(marginNumber.exec(line)?.[1] ?? Number.NaN)
    if (number === last + 1 && run.length > 0) run.push(index)
    else if (number === 1) {
      close()
      run = [index]
    } else continue
    last = number
  }
  close()
  if (longest < 3) return plain()
  const times = new Map<string, number>()
  for (const line of raw) times.set(line, (times.get(line) ?? 0) + 1)
  // Lines in capitals and lines that return may be headers and footers, which have no numbers.
  const others = raw.filter(
    (line, index) =>
      !numbered.has(index) &&
      /[a-z]/.test(line) &&
      times.get(line) === 1 &&
      !pageOf.test(line) &&
      !isDraftNumber(line),
  )
  if (others.length > numbered.size * 0.6) return plain()
  return raw.flatMap((line, index): Line[] => {
    if (numbered.has(index)) return [{ text: marginNumber.exec(line)?.[2] ?? '', isNumbered: true }]
    // Blank lines between numbered ones are only distance.
    return line === '' ? [] : [{ text: line, isNumbered: false }]
  })
}

/**
 * Returns the lines that consist of a page number, alone or beside the number of the bill, such as "12 SF0001". The
 * numbers of such lines count up by one from page to page.
 */
function pageNumbersIn(lines: readonly Line[], removed: ReadonlySet<number>): number[] {
  const byBill = new Map<string, { index: number; page: number }[]>()
  for (const [index, { text, isNumbered }] of lines.entries()) {
    const [, before, bill = '', after] =
      /^(?:(\d{1,3}) )?([A-Z]{1,4}[. ]?\d{2,6})?(?: ?(\d{1,3}))?$/.exec(text) ?? []
    const page = before ?? after
    if (isNumbered || removed.has(index) || page === undefined || (before && after)) continue
    byBill.set(bill, [...(byBill.get(bill) ?? []), { index, page: Number(page) }])
  }
  return [...byBill].flatMap(([bill, found]) => {
    const first = found[0]?.page ?? 0
    const isCount = first <= 2 && found.every(({ page }, index) => page === first + index)
    return isCount && (bill === '' || found.length > 1) ? found.map(({ index }) => index) : []
  })
}

/** Marks the first and last lines of pages that stand on more than one page, and draft numbers beside page breaks. */
function removeFurniture(lines: readonly Line[], removed: Set<number>, breaks: readonly Break[]): void {
  const edges = [...new Set([0, ...breaks, lines.length])]
  const seen = new Map<string, Set<number>>()
  const candidates: { index: number; key: string }[] = []
  for (const edge of edges) {
    for (const index of [...beside(lines, removed, edge, -1), ...beside(lines, removed, edge, 1)]) {
      const key = lines[index]?.text ?? ''
      candidates.push({ index, key })
      seen.set(key, (seen.get(key) ?? new Set()).add(index))
    }
  }
  const header = headerAbove(lines, removed)
  for (const { index, key } of candidates) {
    const pages = seen.get(key)?.size ?? 0
    const isRepeated = pages >= Math.max(2, (edges.length - 2) / 2) && /\w/.test(key)
    if (isRepeated || isDraftNumber(key) || key === header) removed.add(index)
  }
  // A year stands alone only beside the number of a page.
  for (const edge of breaks) {
    for (const step of [-1, 1]) {
      const [nearest] = beside(lines, removed, edge, step)
      if (nearest !== undefined && bareNumber.test(lines[nearest]?.text ?? '')) removed.add(nearest)
    }
  }
}

/** Returns the nearest lines before or after a page break that can belong to a header or footer. */
function beside(lines: readonly Line[], removed: ReadonlySet<number>, edge: Break, step: number): number[] {
  const near: number[] = []
  let index = step < 0 ? edge - 1 : edge
  for (; index >= 0 && index < lines.length && near.length < furniture; index += step) {
    const line = lines[index]
    if (!line || line.isNumbered) break
    if (line.text !== '' && !removed.has(index)) near.push(index)
  }
  return near
}

/** Returns the line in capitals above the first "Page 1 of 9" of the document, which names the printing. */
function headerAbove(lines: readonly Line[], removed: ReadonlySet<number>): string | null {
  const textLines = lines.flatMap(({ text }, index) => (text === '' ? [] : [index])).slice(0, furniture)
  const page = textLines.findIndex((index) => removed.has(index) && pageOf.test(lines[index]?.text ?? ''))
  const text = lines[textLines[page - 1] ?? -1]?.text ?? ''
  return text === '' || /[a-z]/.test(text) ? null : text
}

/** Returns true for the number of a draft, such as "VT LEG #390262 v.1" or "CRM H05573'25 (H-1) u903js". */
function isDraftNumber(line: string): boolean {
  const words = line.split(' ')
  const isCode = words.every((word) => /^[A-Z]{1,5}\.?$/.test(word) || /\d/.test(word))
  const hasCode = words.some((word) => /^(?:#\d{4,}|\d{5,}|(?=.*[A-Z])(?=.*\d{4})[A-Z\d'’/-]+)$/.test(word))
  return line.length <= 60 && isCode && hasCode && words.length > 1
}

/** Joins the lines. Where a header or footer was removed, the text of both pages continues without a blank line. */
function joinPages(lines: readonly Line[], removed: ReadonlySet<number>): string {
  const isPageEnd = lines.map((_line, index) => removed.has(index))
  const isBlank = (index: number) => lines[index]?.text === '' && !lines[index]?.isNumbered
  const extend = (index: number, step: number) => {
    for (let next = index + step; isBlank(next) && !isPageEnd[next]; next += step) isPageEnd[next] = true
  }
  for (const index of removed) {
    extend(index, -1)
    extend(index, 1)
  }
  return lines
    .filter((_line, index) => !isPageEnd[index])
    .map(({ text }) => text)
    .join('\n')
}
