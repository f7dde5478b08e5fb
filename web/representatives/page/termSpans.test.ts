import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { setTranslator } from '#contract/kit/translate.ts'
import { sourceFiles } from '#server/sources/files.ts'
import { peopleFilePattern, peopleRecords } from '#server/sources/people/peopleFiles.ts'
import { periodText, spanNotes, termSpans, type Term } from './termSpans.ts'

const term = (more: Partial<Term>): Term => ({
  title: 'U.S. Representative',
  district: 'MI-13',
  division: 'ocd-division/country:us/state:mi/cd:13',
  party: 'Democratic',
  from: '2019-01-03',
  to: '2021-01-03',
  start_reason: 'election',
  end_reason: null,
  ...more,
})

// covers BEY-TERMS-07
describe('the terms of a representative', () => {
  test('in the same seat become one span, and a new district or an appointment begins another span', () => {
    const spans = termSpans([
      term({ from: '2023-01-03', to: '2025-01-03', division: 'cd:12', district: 'MI-12' }),
      term({ from: '2021-01-03', to: '2023-01-03', end_reason: 'term_ended' }),
      term({}),
      term({ from: '2025-01-03', to: '2026-05-01', start_reason: 'appointment', end_reason: 'resigned' }),
    ])
    expect(spans.map((span) => [span.district, span.from, span.to, spanNotes(span)])).toEqual([
      ['MI-13', '2025-01-03', '2026-05-01', ['New district: was MI-12', 'Appointed', 'Resigned']],
      ['MI-12', '2023-01-03', '2025-01-03', ['New district: was MI-13']],
      ['MI-13', '2019-01-03', '2023-01-03', ['2 terms']],
    ])
  })

  // covers HURD-LANGUAGE-31
  test('name the district before a change in the language of the reader', () => {
    const spanish = new Map([['{place} district {number}', '{place}, distrito {number}']])
    setTranslator({ language: () => 'es', translate: (text) => spanish.get(text) ?? null })
    const [span] = termSpans([
      term({ district: 'Michigan district 13' }),
      term({ from: '2021-01-03', to: null, division: 'cd:12', district: 'Michigan district 12' }),
    ])
    setTranslator({ language: () => 'en', translate: () => null })
    expect(span?.changes).toEqual(['New district: was Michigan, distrito 13'])
  })

  test('with a gap between them stay separate, and an end in the future is not shown', () => {
    expect(termSpans([term({}), term({ from: '2023-01-03', to: null })])).toHaveLength(2)
    const texts = [{}, { to: '2030-01-03' }, { from: '2030-01-03', to: null }, { from: null, to: null }].map(
      (more) => periodText(term(more), '2026-11-23').replaceAll('\u00a0', ' '),
    )
    expect(texts).toEqual([
      'January 3, 2019 to January 3, 2021',
      'Since January 3, 2019',
      'From January 3, 2030',
      'In office',
    ])
  })

  const file = '../shared/data/representation/federal_terms.jsonl.gz'
  test.skipIf(!existsSync(file))(
    'of real representatives show each change of district, chamber and party',
    async () => {
      const reasons = new Map<string, string[]>(
        gunzipSync(readFileSync(file))
          .toString('utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
          .map(({ id, _why }) => [id.bioguide, _why]),
      )
      const checked = { district: 0, chamber: 0, party: 0 }
      for await (const reading of peopleRecords(await sourceFiles([file], peopleFilePattern), null)) {
        if (!('imported' in reading)) throw new Error(reading.reason)
        const { rep_id, terms } = reading.imported
        const spans = termSpans(
          terms.map(({ title, district, division, party, valid_from, valid_to }) =>
            term({
              title,
              district,
              division,
              party,
              from: valid_from,
              to: valid_to,
              start_reason: 'unknown',
            }),
          ),
        )
        const changes = spans.flatMap((span) => span.changes).join()
        for (const reason of reasons.get(rep_id) ?? []) {
          if (reason === 'district number changed') {
            expect(changes, rep_id).toContain('New district: was')
            checked.district += 1
          } else if (reason === 'changed chamber') {
            expect(changes, rep_id).toContain('New office: was')
            checked.chamber += 1
          } else if (reason === 'party change') {
            expect(changes, rep_id).toContain('New party: was')
            checked.party += 1
          }
        }
      }
      expect(checked.district).toBeGreaterThan(15)
      expect(checked.chamber).toBeGreaterThan(15)
      expect(checked.party).toBeGreaterThan(0)
    },
  )
})
