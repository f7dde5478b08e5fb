import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openLog } from '#server/platform/observability/log.ts'
import { sentences, type Sentence } from '#server/testing/setups/translatedSentences.ts'
import { keepsNegation } from './negation.ts'
import { translateSentences } from './translateSentences.ts'
import { openTranslator, type Translator } from './translator.ts'

const log = openLog('silent', { write: () => undefined })
const program = fileURLToPath(new URL('../../testing/playTranslatorProcess.ts', import.meta.url))

function play(...mistake: string[]): Translator {
  const command = (pair: string) => [process.execPath, program, pair, ...mistake] as const
  return openTranslator({ 'en-es': command('en-es'), 'es-en': command('es-en') }, log)
}

const other = { en: 'es', es: 'en' } as const

/** Translates one text that consists of all sentences, and returns the result of each. */
async function translateAll({
  translate,
}: Translator): Promise<Map<Sentence, { text: string; is_translated: boolean }>> {
  const results = new Map<Sentence, { text: string; is_translated: boolean }>()
  for (const from of ['en', 'es'] as const) {
    const list = sentences.filter((sentence) => sentence.from === from)
    const text = list.map((sentence) => sentence.text).join('\n')
    const parts = await translateSentences(translate, text, { from, to: other[from], names: [] })
    const lines = parts.flatMap(({ text: part, is_translated }) =>
      part.split('\n').flatMap((line) => (line.trim() === '' ? [] : [{ text: line, is_translated }])),
    )
    expect([from, lines.length]).toEqual([from, list.length])
    for (const [index, sentence] of list.entries()) results.set(sentence, lines[index]!)
  }
  return results
}

function timesIn(text: string, part: string): number {
  return text.split(part).length - 1
}

/** What must be true of every sentence, whatever the program does. Returns those of which it is not. */
function wrongResults(results: Awaited<ReturnType<typeof translateAll>>): string[] {
  return [...results].flatMap(([{ text: original, from, keeps }, { text, is_translated }]) => {
    if (!is_translated) return text === original ? [] : [`changed: ${original} → ${text}`]
    const lost = keeps.filter((part) => timesIn(text, part) !== timesIn(original, part))
    // Words in quotations and addresses deny nothing.
    const without = (sentence: string) => keeps.reduce((rest, part) => rest.replaceAll(part, ''), sentence)
    const isDenied = keepsNegation(without(original), from, without(text), other[from])
    return lost.length === 0 && isDenied ? [] : [`lost ${lost.join(', ')}: ${original} → ${text}`]
  })
}

const originals = (results: Awaited<ReturnType<typeof translateAll>>) =>
  [...results].filter(([, { is_translated }]) => !is_translated).map(([sentence]) => sentence)

describe('500 sentences', () => {
  // covers HURD-TRANSLATE-05
  test('they are distinct, half of them in Spanish and half of them with a negation', () => {
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(500)
    expect(sentences.filter(({ from }) => from === 'es')).toHaveLength(250)
    expect(sentences.filter(({ isNegated }) => isNegated)).toHaveLength(260)
  })

  // covers HURD-TRANSLATE-05
  test.each([[[]], [['reorders']]])(
    'a program that loses nothing translates all of them, with every name, number, code, address and quotation (%j)',
    async (mistake) => {
      const results = await translateAll(play(...mistake))
      expect(wrongResults(results)).toEqual([])
      expect(originals(results)).toEqual([])
    },
  )

  // covers HURD-TRANSLATE-05
  test.each(['drops', 'repeats'])(
    'a sentence stays as it is if the program %s a protected part',
    async (mistake) => {
      const results = await translateAll(play(mistake))
      expect(wrongResults(results)).toEqual([])
      expect(originals(results)).toEqual(sentences.filter(({ keeps }) => keeps.length > 0))
    },
  )

  // covers HURD-TRANSLATE-05
  test('a sentence stays as it is if the program drops its negation', async () => {
    const results = await translateAll(play('affirms'))
    expect(wrongResults(results)).toEqual([])
    expect(originals(results)).toEqual(sentences.filter(({ isNegated }) => isNegated))
  })

  // covers HURD-TRANSLATE-05
  test('a sentence stays as it is if the program denies what it says', async () => {
    const results = await translateAll(play('denies'))
    expect(wrongResults(results)).toEqual([])
    expect(originals(results)).toEqual(sentences.filter(({ isNegated }) => !isNegated))
  })

  // covers HURD-TRANSLATE-05
  test('all of them stay as they are if the program joins sentences', async () => {
    const results = await translateAll(play('joins'))
    expect(wrongResults(results)).toEqual([])
    expect(originals(results)).toHaveLength(500)
  })

  // covers HURD-TRANSLATE-05
  test.each([
    ['HB 1234\nNo lo pagamos.', ''],
    ['No lo pagamos.\n"HB 1234"\n12 %', ''],
  ])(
    'what is only a protected part is as translated as the sentence beside it: %j',
    async (text, translation) => {
      const read = async (result: string) =>
        translateSentences(() => Promise.resolve(result), text, { from: 'es', to: 'en', names: [] })
      expect(await read(translation)).toEqual([{ text, is_translated: false }])
      const translated = text.replace('No lo pagamos.', 'We do not pay it.')
      expect(await read('We do not pay it.')).toEqual([{ text: translated, is_translated: true }])
    },
  )

  const apertium = '/usr/bin/apertium'
  // covers HURD-TRANSLATE-05
  test.runIf(existsSync('/usr/share/apertium/modes/eng-spa.mode'))(
    'Apertium translates most of them and loses nothing (skipped without the Debian package apertium-eng-spa)',
    async () => {
      const translator = openTranslator(
        { 'en-es': [apertium, '-u', 'eng-spa'], 'es-en': [apertium, '-u', 'spa-eng'] },
        log,
      )
      const results = await translateAll(translator)
      expect(wrongResults(results)).toEqual([])
      expect(originals(results).length).toBeLessThan(150)
    },
  )
})
