import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { digestSectionName } from '#contract/bills/digestSections.ts'
import { decodeEntities } from '#server/sources/characters.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { readDigests } from './digests.ts'

type Point = { number: string; title: string; content: string }

const seed = join(import.meta.dirname, '../../../../db/seed')

const BundledBill = z.object({
  source_id: z.string(),
  bill_sections: z.nullable(
    z.object({
      sections: z.array(z.object({ number: z.string(), title: z.string(), content: z.string() })),
    }),
  ),
})

/** Returns the digests of all bundled bills, from the list of digests and from the records that contain one. */
async function bundledDigests(): Promise<Map<string, Point[]>> {
  const digests = new Map<string, Point[]>()
  for (const [bill, { text }] of await readDigests()) {
    digests.set(
      bill,
      (text?.sections ?? []).map(({ number, title, blocks }) => ({
        number: number ?? '',
        title: title ?? '',
        content: blocks.map((block) => block.text).join(' '),
      })),
    )
  }
  for (const file of ['federal', 'state', 'local']) {
    const lines = (await readFile(join(seed, `${file}.jsonl`), 'utf8')).split('\n').filter(Boolean)
    for (const line of lines) {
      const { source_id, bill_sections } = BundledBill.parse(JSON.parse(line))
      if (bill_sections) digests.set(source_id, bill_sections.sections)
    }
  }
  return digests
}

// covers HURD-DIGEST-01
test('at least a hundred bundled bills are explained in plain words, point by point', async () => {
  const digests = await bundledDigests()
  expect(digests.size).toBeGreaterThanOrEqual(100)
  const short = [...digests].filter(([, points]) => points.length < 2).map(([bill]) => bill)
  expect(short).toEqual([])
})

// covers HURD-DIGEST-02
test('every point names the section of the bill that it explains, and its heading is not the section', async () => {
  const section =
    /^(?:Section [\d(]|§ \d|Sec\. \d|Titles? [IVX]+|Enacting section \d|Only section$|Whereas clauses$|Resolved clause$|Application$)/
  const unnamed = [...(await bundledDigests())].flatMap(([bill, points]) =>
    points
      .filter(
        ({ number, title }) => !section.test(digestSectionName(number)) || !/^(?:[A-Z]|\d+ )/.test(title),
      )
      .map(({ number, title }) => `${bill} ${number} ${title}`),
  )
  expect(unnamed).toEqual([])
})

// covers HURD-DIGEST-01
test('a reader in ninth grade understands every digest', async () => {
  const hard = [...(await bundledDigests())]
    .map(([bill, points]) => ({ bill, grade: readingGrade(points.map(({ content }) => content).join(' ')) }))
    .filter(({ grade }) => grade > 9)
  expect(hard).toEqual([])
})

test('the measure of reading grades a plain sentence far below one of a statute', () => {
  expect(readingGrade('The cat sat on the mat. It was a warm day.')).toBeLessThan(3)
  expect(
    readingGrade(
      'Notwithstanding any other provision of law, the Administrator shall promulgate regulations establishing eligibility requirements applicable to participating jurisdictions.',
    ),
  ).toBeGreaterThan(15)
})

const records = [
  'federal_bills/bills_xml/**/*.gz',
  'federal_bills/congress119_bulk/texts.jsonl.gz',
  'state_bills/texts/*.gz',
  'versions/**/*.gz',
  'local_bills/nyc/matters.jsonl.gz',
]
const copyLength = 8

// covers HURD-DIGEST-01
// It is skipped where the texts of the bills are not at hand.
test.skipIf(!existsSync(realRecords()))(
  'no digest copies eight words in a row from the text of a bill',
  async () => {
    const runs = new Map<string, string>()
    for (const [bill, points] of await bundledDigests()) {
      for (const { content } of points.filter((point) => !/^Name (?:of|and) /.test(point.title))) {
        eachRun(wordsOf(content), (run) => runs.set(run, bill))
      }
    }
    const copied = new Set<string>()
    let files = 0
    for await (const file of glob(records, { cwd: realRecords() })) {
      files += 1
      const text = gunzipSync(await readFile(realRecords(file))).toString()
      eachRun(wordsOf(withoutMarkup(text)), (run) => {
        const bill = runs.get(run)
        if (bill) copied.add(`${bill}: ${run}`)
      })
    }
    expect(files).toBeGreaterThan(200)
    expect([...copied]).toEqual([])
  },
  120_000,
)

/** Removes tags, the escapes of JSON and entities so that the words of a record stand as a reader sees them. */
function withoutMarkup(text: string): string {
  return decodeEntities(text.replaceAll(/\\[ntr]|<[^>]{0,400}>/g, ' '))
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll(/(?<=\b[ap])\.(?=m\.)/g, '')
      .replaceAll(/['’]/g, '')
      .match(/[a-z0-9]+/g) ?? []
  )
}

function eachRun(words: string[], visit: (run: string) => void): void {
  for (let end = copyLength; end <= words.length; end += 1) {
    visit(words.slice(end - copyLength, end).join(' '))
  }
}

/** Returns the grade of Flesch and Kincaid: it rises with the words of a sentence and the syllables of a word. */
function readingGrade(text: string): number {
  const sentences = text.split(/[.!?]\s+(?=[A-Z"“$\d])/).length
  const words = text.match(/[a-z][a-z'’-]*/gi) ?? []
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

/** Counts the groups of vowels of a word without a silent ending. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const spoken = letters.replace(/(?:[^laeiouy]es|[^tdaeiouy]ed|[^laeiouy]e)$/, (ending) =>
    ending.slice(0, 1),
  )
  return spoken.match(/[aeiouy]{1,2}/g)?.length ?? 1
}
