import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exampleBill, readExamples } from '#server/operations/seed/examples/exampleTable.ts'
import { languages, readBillTexts } from '#server/platform/language/catalogs.ts'
import { readDigests } from './digests.ts'

const seed = join(import.meta.dirname, '../../../../db/seed')
const others = languages.slice(1).map(({ code }) => code)

const Section = z.object({ title: z.string(), content: z.string() })
const BundledBill = z.object({
  summary: z.string(),
  bill_sections: z.nullable(z.object({ note: z.string(), sections: z.array(Section) })),
})

/** Returns Hurd's own words about the bundled bills: the summaries, and the notes and points of the digests. */
async function ownWords(): Promise<{ summaries: Set<string>; digests: Set<string> }> {
  const [summaries, digests] = [new Set<string>(), new Set<string>()]
  for (const file of ['federal', 'state', 'local']) {
    const lines = (await readFile(join(seed, `${file}.jsonl`), 'utf8')).split('\n').filter(Boolean)
    for (const line of lines) {
      const { summary, bill_sections } = BundledBill.parse(JSON.parse(line))
      summaries.add(summary)
      if (bill_sections) digests.add(bill_sections.note)
      for (const { title, content } of bill_sections?.sections ?? []) digests.add(title).add(content)
    }
  }
  for (const example of await readExamples()) {
    const reading = exampleBill(example)
    summaries.add('imported' in reading && 'summary' in reading.imported ? reading.imported.summary : '')
  }
  for (const { label, text } of (await readDigests()).values()) {
    digests.add(label)
    for (const { title, blocks } of text?.sections ?? []) {
      digests.add(title ?? '').add(blocks.map((block) => block.text).join(' '))
    }
  }
  return { summaries, digests }
}

/** The numbers of a text, which a translation must keep: amounts, dates, votes and numbers of sections. */
function numbersIn(text: string): string[] {
  return (text.match(/\$?\d(?:[\d,.]*\d)?/g) ?? []).toSorted()
}

/** The number of sentences. The sign-in page shows one sentence of a summary, which it finds by its position. */
function sentencesIn(text: string): number {
  return text.split(/(?<=[.!?][”"]?)\s+(?=[¿¡“"\p{Lu}])/u).length
}

describe.each(others)('in the language %s', (code) => {
  const translations = readBillTexts(code)

  // covers HURD-LANGUAGE-30
  test('every summary and every point of a digest has its translation, and no translation is of an earlier text', async () => {
    const { summaries, digests } = await ownWords()
    const english = new Set([...summaries, ...digests])
    expect(summaries.size).toBeGreaterThan(150)
    expect([...english].filter((text) => !translations.has(text))).toEqual([])
    expect([...translations.keys()].filter((text) => !english.has(text))).toEqual([])
  })

  // covers HURD-LANGUAGE-30
  test('a translation has the numbers and amounts of its text, and a summary has the same sentences', async () => {
    const { summaries } = await ownWords()
    const unlike = [...translations].filter(
      ([english, translated]) =>
        numbersIn(english).join(' ') !== numbersIn(translated).join(' ') ||
        (summaries.has(english) && sentencesIn(english) !== sentencesIn(translated)),
    )
    expect(unlike).toEqual([])
  })

  // covers HURD-LANGUAGE-30
  test('no translation is left in English', () => {
    const english = /(?<!\p{L})(?:the|and|would|with|from|which|this|their|people)(?!\p{L})/iu
    const names = /“[^”]*”|Stop Addictive[^.]*Act/g
    const left = [...translations.values()].filter((text) => english.test(text.replaceAll(names, '')))
    expect(left).toEqual([])
  })
})
