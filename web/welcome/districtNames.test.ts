import { expect, test } from 'vitest'
import { setTranslator } from '#contract/kit/translate.ts'
import { districtsText } from './districtNames.ts'

// covers HURD-WELCOME-16
test('the step says why the district is not certain', () => {
  expect(districtsText('350 Jay Street, Brooklyn, NY 11201', 'zip', 3)).toBe('ZIP code 11201 lies in three.')
  expect(districtsText('Brooklyn, NY 11201-4321', 'zip', 2)).toBe('ZIP code 11201 lies in two.')
  expect(districtsText('Somewhere, NY', 'state', 26)).toBe('New York has 26.')
  expect(districtsText('', 'none', 4)).toBe('Your address may lie in four.')
})

// covers HURD-LANGUAGE-31
test('the step names the state in the language of the reader', () => {
  setTranslator({
    language: () => 'es',
    translate: (text) => (text === 'New York' ? 'Nueva York' : null),
  })
  const text = districtsText('Somewhere, NY', 'state', 26)
  setTranslator({ language: () => 'en', translate: () => null })
  expect(text).toBe('Nueva York has 26.')
})
