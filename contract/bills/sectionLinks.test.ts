import { expect, test } from 'vitest'
import { setTranslator } from '#contract/kit/translate.ts'
import { enclosingKeys, sectionFragment, sectionName, sectionOfFragment } from './sectionLinks.ts'

// covers BEY-TEXT-17
test('the fragment of a URL names a section or a paragraph', () => {
  expect(sectionOfFragment(`#${sectionFragment('3-b')}`)).toBe('3-b')
  expect(sectionOfFragment('#s-ti.sta.102~2')).toBe('ti.sta.102~2')
  for (const hash of ['', '#', '#s-', '#comments', '#s-<b>', `#s-${'3'.repeat(61)}`]) {
    expect(sectionOfFragment(hash), hash).toBeNull()
  }
})

test('sections are named as readers cite them', () => {
  expect(
    ['3', '3-b', '3-b-1', 'ti.sta.102', '102a-c', '2~2', 'sec2', 'w-1', 'ti.r-2'].map(sectionName),
  ).toEqual([
    '§ 3',
    '§ 3(b)',
    '§ 3(b)(1)',
    '§ 102',
    '§ 102A(c)',
    '§ 2 (no. 2)',
    '§ 2',
    'preamble paragraph 1',
    'paragraph 2',
  ])
})

// covers HURD-LANGUAGE-33
test('parts without a number are named in the language of the reader', () => {
  const spanish = new Map([
    ['preamble paragraph {number}', 'párrafo {number} del preámbulo'],
    ['paragraph {number}', 'párrafo {number}'],
    ['{section} (no. {number})', '{section} (n.º {number})'],
  ])
  const former = setTranslator({ language: () => 'es', translate: (text) => spanish.get(text) ?? null })
  const names = ['w-1', 'ti.r-2', '2~2'].map(sectionName)
  setTranslator(former)
  expect(names).toEqual(['párrafo 1 del preámbulo', 'párrafo 2', '§ 2 (n.º 2)'])
})

test('the key of a paragraph is followed by the keys of everything that contains it, the nearest first', () => {
  expect(enclosingKeys('3-b-1')).toEqual(['3-b-1', '3-b', '3'])
})
