import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCatalog } from './catalogs.ts'

const strong = /[aeoáéó]/
const accented = /[íú]/

/** Counts the syllables of a Spanish word: each vowel but one that forms a diphthong with the vowel before it. */
function syllables(word: string): number {
  const letters = word
    .toLowerCase()
    .replaceAll('qu', 'k')
    .replace(/gu(?=[eiéí])/g, 'g')
    .replace(/y$/, 'i')
  let count = 0
  let before = ''
  for (const letter of letters) {
    if (!/[aeiouáéíóúü]/.test(letter)) {
      before = ''
      continue
    }
    const isHiatus = (strong.test(before) && strong.test(letter)) || accented.test(before + letter)
    if (before === '' || isHiatus) count += 1
    before = letter
  }
  return Math.max(1, count)
}

/**
 * Returns how easy a text is to read by the formula of Szigriszt-Pazos. On the scale INFLESZ, less than 40 is "very difficult", from
 * 55 "normal", from 65 "fairly easy", and from 80 "very easy".
 */
function ease(text: string): number {
  const words = text.match(/[\p{L}\d]+/gu) ?? []
  const sentences = text.split(/[.!?:;]+(?:\s|$)/).filter((sentence) => /\p{L}/u.test(sentence)).length || 1
  const total = words.reduce((sum, word) => sum + syllables(word), 0)
  return 206.835 - (62.3 * total) / words.length - words.length / sentences
}

function billTexts(file: string): string[] {
  const path = new URL(`../../../languages/es/bills/${file}.json`, import.meta.url)
  return Object.values(JSON.parse(readFileSync(path, 'utf8')))
}

/** Shorter texts have too few words for the formula. */
const isLong = (text: string) => text.split(' ').length >= 12

function interfaceSentences(): string[] {
  return [...readCatalog('es').values()]
    .map((text) => (text.split('|')[0] ?? '').replaceAll(/<\/?\w+>/g, '').replaceAll(/\{\w+\}/g, 'X'))
    .filter((text) => /[.!?]$/.test(text) && isLong(text))
}

// covers HURD-LANGUAGE-34
test('the Spanish of the summaries, the digests and the interface is easy to read', () => {
  const [summaries, digests, sentences] = [billTexts('summaries'), billTexts('digests'), interfaceSentences()]
  expect(ease(summaries.join(' '))).toBeGreaterThan(60)
  expect(ease(digests.join('. '))).toBeGreaterThan(60)
  expect(ease(sentences.join(' '))).toBeGreaterThan(70)
  expect([...summaries, ...sentences].filter((text) => ease(text) < 40)).toEqual([])
})
