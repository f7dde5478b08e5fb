import { expect, test } from 'vitest'
import { compareWithCatalog, findProblems, readMessages } from './messages.ts'

const textsOf = (code: string, file = 'web/a.tsx') => {
  const { used, outside } = readMessages(file, code)
  return { used: used.map(({ text }) => text), outside: outside.map(({ text }) => text) }
}

// covers HURD-LANGUAGE-02
test.each([
  ['an element', '<p>No bills yet.</p>', 'No bills yet.'],
  ['an attribute', '<Field label="Your name" />', 'Your name'],
  ['an attribute called name', '<Card name="Your groups" />', 'Your groups'],
  ['an attribute called value', '<Fact value="Nobody yet" />', 'Nobody yet'],
  ['a short word that is only heard', '<a href="/" aria-label="by" />', 'by'],
  ['a constant', "const failure = 'Failed to load bills'", 'Failed to load bills'],
  ['a label of one word', "const labels = { support: 'Support' }", 'Support'],
  ['a template', 'const title = `Post by ${name}`', 'Post by ◇'],
  ['a page of the server', 'html`<h1 class="title">Not found</h1>`', '<h1 class="title">Not found</h1>'],
])('a text in %s that has no translation is found', (_where, code, text) => {
  expect(textsOf(code)).toEqual({ used: [], outside: [text] })
})

// covers HURD-LANGUAGE-02
test('texts that are translated, and words that nobody reads, are not reported', () => {
  const code = `
    const name = t('Your name')
    const labels = { [key]: msg('Support'), Accept: 1 }
    const bills = plural(count, '{n} bill|{n} bills')
    if (event.key === 'Escape') throw new Error('The page has no root')
    const part = <T text="By {name}" values={{ name: <b className="Big name">{name}</b> }} />
    const page = html\`<a href="/about" class="big link">\${name}</a>\``
  expect(textsOf(code)).toEqual({
    used: ['Your name', 'Support', '{n} bill|{n} bills', 'By {name}'],
    outside: [],
  })
})

// covers HURD-LANGUAGE-02
test('a catalog without a text, with a text that is not used, or without a placeholder is reported', () => {
  const catalog = new Map([
    ['By {name}', 'Por alguien'],
    ['Old', 'Viejo'],
    ['<b>Your</b> name', 'Su <b>nombre</b>'],
  ])
  expect(compareWithCatalog(new Set(['By {name}', 'Your name', '<b>Your</b> name']), catalog)).toEqual([
    'not translated: Your name',
    'not used: Old',
    'other placeholders: By {name}',
  ])
})

// covers HURD-LANGUAGE-02
test('every text that readers see is in every catalog', () => {
  const { texts, problems } = findProblems()
  expect(texts.size).toBeGreaterThan(3000)
  expect(problems).toEqual([])
})
