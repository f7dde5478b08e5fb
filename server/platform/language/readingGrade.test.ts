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

/** The files with the sentences about numbers: what they count, how sure they are, and what they do not say. */
const numberTexts = [
  'contract/methods.ts',
  'server/publishing/transparency/openPages.ts',
  'server/publishing/transparency/threats.ts',
  'web/bills/stance/CurrentVersionCounts.tsx',
  'web/bills/stance/WhereYouLive.tsx',
  'web/bills/tally/TallyCheck.tsx',
  'web/bills/tally/TallyLine.tsx',
  'web/discussions/chance.ts',
  'web/discussions/minds/MindChangeQuestion.tsx',
  'web/discussions/minds/MindsDialog.tsx',
  'web/discussions/sort/CoordinatedVotes.tsx',
  'web/representatives/page/AgreementSection.tsx',
]

/** Counts the syllables of an English word by its groups of vowels. A silent "e" at the end is none. */
function englishSyllables(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, '')
  const spoken = letters.length > 3 ? letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, '') : letters
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 0)
}

/** Returns the school grade of an English sentence by the formula of Flesch and Kincaid. */
function grade(sentence: string): number {
  const words = sentence.match(/[\p{L}\d’']+/gu) ?? []
  const total = words.reduce((sum, word) => sum + englishSyllables(word), 0)
  return 0.39 * words.length + (11.8 * total) / words.length - 15.59
}

/** Returns the sentences of the interface that a file has. The catalogs name every one of them. */
function sentencesIn(file: string): string[] {
  const code = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8').replaceAll("\\'", "'")
  return [...readCatalog('es').keys()]
    .filter((text) => code.includes(text))
    .flatMap((text) => text.split('|'))
    .map((text) => text.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{\w+\}/g, 'ten'))
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .filter((sentence) => /[.!?:]$/.test(sentence) && sentence.split(' ').length > 5)
}

test('each sentence of the screens with numbers can be read in grade 9', () => {
  // These words are documented.
  const documented = [
    /^Invented members are limited, not prevented\.$/,
    /^Your votes here closely match those of ten/,
  ]
  const sentences = numberTexts.map((file) => ({ file, found: sentencesIn(file) }))
  expect(
    sentences.filter(({ found }) => found.length === 0).map(({ file }) => file),
    'each file has sentences',
  ).toEqual([])
  const all = sentences
    .flatMap(({ found }) => found)
    .filter((sentence) => !documented.some((words) => words.test(sentence)))
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter((sentence) => grade(sentence) > 9)).toEqual([])
})
