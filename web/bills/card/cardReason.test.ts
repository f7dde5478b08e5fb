import { expect, test, vi } from 'vitest'
import { cardReason } from './cardReason.ts'

const today = '2026-11-27'
const bill = {
  reason: { kind: 'place', name: 'Springfield, IL' },
  is_local: true,
  government_level: 'local',
  jurisdiction: 'ocd-division/country:us/state:il/place:springfield',
  activity_score: 0,
  progress_line: 'Introduced · Next: a committee',
  progress_dots: ['completed', 'current', 'upcoming'],
  reached_on: '2026-11-20',
  reached_votes: null,
  final_words: null,
  checked_on: '2026-11-25',
} as const
const ready = { progress_line: 'Out of committee · Next: a vote in the Council' }
const reasonOf = (change: object) =>
  cardReason({ ...bill, progress_dots: [...bill.progress_dots], ...change }, today)

// covers HURD-CARD-REASON-01
test('a card names the first reason that holds, and only that one', () => {
  const topic = { reason: { kind: 'topic', name: 'health' } }
  const everything = { ...topic, ...ready, activity_score: 50, own_sponsor: 'Council Member' }
  expect(reasonOf(everything)).toBe('Your council member sponsors this')
  expect(reasonOf({ ...everything, own_sponsor: 'U.S. Senator' })).toBe('Your U.S. Senator sponsors this')
  expect(reasonOf({ ...topic, ...ready, activity_score: 50 })).toBe('You follow Health')
  expect(reasonOf({ ...ready, activity_score: 50 })).toBe('Your city · ready for a vote in the Council')
  expect(reasonOf({ ...ready, new_comments: 4 })).toBe('Your city · ready for a vote in the Council')
  expect(reasonOf({ activity_score: 8, new_comments: 4 })).toBe('Your city · 4 new comments')
  expect(reasonOf({ activity_score: 2, new_comments: 1 })).toBe('Your city · 1 new comment')
  expect(reasonOf({ activity_score: 8, new_comments: 1_000 })).toBe('Your city · 1,000+ new comments')
  expect(reasonOf({ activity_score: 8, new_comments: 0 })).toBe('Your city · discussed lately')
  expect(reasonOf({})).toBe('Your city · Recommended for your area')
})

// covers HURD-CARD-REASON-01
test('the place of a card is that of the bill, and a record that is old says nothing about a vote', () => {
  const state = { is_local: false, government_level: 'state' }
  expect(reasonOf(state)).toBe('Your state')
  expect(reasonOf({ ...state, is_local: false, government_level: 'local' })).toBe('In Springfield, IL')
  expect(
    reasonOf({ ...state, reason: { kind: 'congress', name: 'Congress' }, government_level: 'federal' }),
  ).toBe('In Congress')
  expect(reasonOf({ ...ready, ...state, checked_on: '2026-06-01' })).toBe('Your state')
  expect(reasonOf({ ...state, progress_line: 'Introduced · Next: a committee vote' })).toBe('Your state')
})

// covers HURD-CARD-REASON-01
test('a bill from elsewhere has its place, and an example or a bill of Congress without a reason has no line', () => {
  expect(reasonOf({ reason: null, is_local: false })).toBe('Springfield, IL')
  expect(reasonOf({ reason: null, government_level: 'federal' })).toBeNull()
  expect(reasonOf({ reason: { kind: 'example', name: 'Examples' }, own_sponsor: 'Mayor' })).toBeNull()
})

// covers HURD-LANGUAGE-06
test('in Spanish, a card names the place and the Legislature in Spanish', async () => {
  const spanish: Record<string, string> = {
    'In {place}': 'En {place}',
    '{county} County, {state}': 'condado de {county}, {state}',
    'Your state': 'Su estado',
    'ready for a vote in the Legislature': 'listo para votarse en la Legislatura',
  }
  vi.stubGlobal('builtLanguage', 'es')
  vi.resetModules()
  const { setTranslator } = await import('#contract/kit/translate.ts')
  setTranslator({ language: () => 'es', translate: (text) => spanish[text] ?? null })
  const built = await import('./cardReason.ts')
  const elsewhere = { ...bill, is_local: false, progress_dots: [...bill.progress_dots] }
  const reason = { kind: 'place', name: 'Cook County, IL' } as const
  expect(built.cardReason({ ...elsewhere, reason }, today)).toBe('En condado de Cook, IL')
  const nebraska = {
    government_level: 'state',
    progress_line: 'Out of committee · Next: a vote in the Legislature',
  } as const
  expect(built.cardReason({ ...elsewhere, ...nebraska }, today)).toBe(
    'Su estado · listo para votarse en la Legislatura',
  )
  vi.unstubAllGlobals()
})
