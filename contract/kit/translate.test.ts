import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { msg, plural, setTranslator, t } from './translate.ts'

const spanish = new Map([
  ['{name} left', '{name} se fue'],
  ['[verb]Open', 'Abrir'],
  ['[state]Open', 'Abierto'],
  ['{n} bill|{n} bills', '{n} proyecto|{n} proyectos'],
  ['{n} of {all} bill|{n} of {all} bills', '{n} de {all} proyecto|{n} de {all} proyectos'],
])

function speak(language: string, catalog: ReadonlyMap<string, string>) {
  setTranslator({ language: () => language, translate: (text) => catalog.get(text) ?? null })
}

const former = setTranslator({ language: () => 'en', translate: () => null })
afterEach(() => speak('en', new Map()))
// The files after this one share the module, and need the translator of the server.
afterAll(() => void setTranslator(former))

// covers HURD-LANGUAGE-01
describe('a text', () => {
  test('is shown in English without its note, and with its values', () => {
    expect(t('[verb]Open')).toBe('Open')
    expect(t('{name} left', { name: 'Ada $& Example' })).toBe('Ada $& Example left')
    expect(t(msg('No bills'))).toBe('No bills')
  })

  test('is shown in the language of the reader, in which one English word can have two translations', () => {
    speak('es', spanish)
    expect([t('[verb]Open'), t('[state]Open'), t('{name} left', { name: 'Ada' })]).toEqual([
      'Abrir',
      'Abierto',
      'Ada se fue',
    ])
  })

  test('without a translation is shown in English', () => {
    speak('es', spanish)
    expect(t('No bills')).toBe('No bills')
  })
})

// covers HURD-LANGUAGE-01
test('a count chooses the form of its language, and is written with the separators of the country', () => {
  expect([0, 1, 1_000_000].map((count) => plural(count, '{n} bill|{n} bills'))).toEqual([
    '0 bills',
    '1 bill',
    '1,000,000 bills',
  ])
  speak('es', spanish)
  expect([0, 1, 1_000_000].map((count) => plural(count, '{n} bill|{n} bills'))).toEqual([
    '0 proyectos',
    '1 proyecto',
    '1,000,000 proyectos',
  ])
  expect(plural(3, '{n} of {all} bill|{n} of {all} bills', { all: 9 })).toBe('3 de 9 proyectos')
})

test('a language with more forms uses each of them', () => {
  speak('ru', new Map([['{n} bill|{n} bills', '{n} закон|{n} закона|{n} законов']]))
  expect([1, 3, 5].map((count) => plural(count, '{n} bill|{n} bills'))).toEqual([
    '1 закон',
    '3 закона',
    '5 законов',
  ])
})
