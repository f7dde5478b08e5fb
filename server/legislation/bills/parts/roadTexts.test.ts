import { expect, test } from 'vitest'
import { eventLines, finalWords, lineText, nextWords, type MeasureType } from '#contract/bills/progress.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { procedureOf, type MeasureFacts } from './measures.ts'
import { endingLabel, nextStep, reachedLabel } from './roadLabels.ts'
import type { Ending, Road } from './walk.ts'

const facts = { title: 'A bill', goesToExecutive: true, firstChamber: null } as const
const places: readonly Pick<MeasureFacts, 'source_id' | 'bill_code' | 'government_level' | 'jurisdiction'>[] =
  [
    {
      source_id: 'us/119/hr/1',
      bill_code: 'H.R. 1',
      government_level: 'federal',
      jurisdiction: 'ocd-division/country:us',
    },
    {
      source_id: 'ca/1/ab1',
      bill_code: 'AB 1',
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/state:ca',
    },
    {
      source_id: 'ne/1/lb1',
      bill_code: 'LB 1',
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/state:ne',
    },
    {
      source_id: 'dc/1/b1',
      bill_code: 'B 1',
      government_level: 'state',
      jurisdiction: 'ocd-division/country:us/district:dc',
    },
    {
      source_id: 'seattle/1',
      bill_code: 'CB 1',
      government_level: 'local',
      jurisdiction: 'ocd-division/country:us/state:wa/place:seattle',
    },
  ]
const types: MeasureType[] = [
  'bill',
  'joint_resolution',
  'resolution',
  'land_use',
  'appointment',
  'constitutional_amendment',
  'ordinance',
]
const road: Road = {
  since: new Map(),
  at: 0,
  committee: null,
  isSentOn: false,
  isOnCalendar: false,
  isReportedInSecond: false,
  differences: null,
  returned: null,
  agreedOn: null,
  isUndecided: false,
  isSigned: false,
  isReserved: false,
  overriddenOn: null,
  isCarriedOver: false,
  planningOn: null,
  ending: null,
  stageOf: [],
}
const variants: Partial<Road>[] = [
  {},
  { isReserved: true },
  { isOnCalendar: true },
  { isSigned: true },
  { overriddenOn: '2026-01-01' },
  { agreedOn: '2026-01-01' },
  { planningOn: '2026-01-01' },
  { differences: 'first' },
  { differences: 'second', returned: { on: '2026-01-01', label: 'Back in the Senate' } },
  { differences: 'both' },
  ...(['referred', 'heard', 'for', 'against', 'none', 'discharged'] as const).map((committee) => ({
    committee,
  })),
]

/** The words for everything that can happen to a measure. */
function allWords(): Set<string> {
  const words = new Set<string>()
  for (const place of places) {
    for (const measure_type of types) {
      const procedure = procedureOf({ ...facts, ...place, measure_type })
      const bodies = procedure.stages.filter(({ stage }) => /chamber$|^council$|^legislature$/.test(stage))
      for (const [index, { stage, name }] of procedure.stages.entries()) {
        words.add(name)
        for (const variant of bodies.length > 1
          ? variants
          : variants.filter(({ differences }) => !differences)) {
          const at = { ...road, ...variant, at: index }
          words.add(reachedLabel(procedure, index, at))
          words.add(nextStep(procedure, at) ?? 'Introduced')
        }
        // A law cannot fail, and nothing is recorded after the states or the voters have it.
        if (['law', 'states', 'voters'].includes(stage)) continue
        for (const kind of ['vote', 'veto', 'withdrawn', 'died', 'tabled', 'substituted'] as const) {
          const ending: Ending = {
            kind,
            stage: index,
            on: '2026-01-01',
            isPocket: false,
            isInConference: false,
            overriddenBy: [],
            sustainedBy: [],
          }
          words.add(endingLabel(procedure, ending))
          words.add(endingLabel(procedure, { ...ending, isPocket: true, sustainedBy: ['legislature'] }))
          words.add(endingLabel(procedure, { ...ending, sustainedBy: [bodies[0]?.name ?? ''] }))
          words.add(endingLabel(procedure, { ...ending, overriddenBy: ['House'] }))
          words.add(endingLabel(procedure, { ...ending, isInConference: true }))
        }
      }
    }
  }
  return words
}

// covers HURD-LANGUAGE-18
test('everything that can happen to a bill is said in Spanish', () => {
  const english =
    /\b(?:the|by|in|to|sent|passed|back|died|failed|committee|house|senate|council|vote|decision|did|not)\b/i
  const words = [...allWords()]
  expect(words.length).toBeGreaterThan(80)
  expect(words.filter((text) => english.test(inLanguage('es', () => roadText(text))))).toEqual([])
  expect(words.filter((text) => roadText(text) !== text)).toEqual([])
  const spanish = words.map((text) => inLanguage('es', () => roadText(text)))
  expect(spanish.filter((text) => /\b(?:a|de) el\b/.test(text))).toEqual([])
  expect(inLanguage('es', () => roadText('Sent to the Senate'))).toBe('Enviado al Senado')
})

// covers HURD-LANGUAGE-18
test('a card, a next step and an end are in the language of their reader, and a record is not', () => {
  const bill = {
    progress_line: 'Passed the House, carried over · Next: a vote in the Senate',
    progress_dots: ['completed', 'current'] as const,
    reached_on: '2026-08-13',
    reached_votes: '37-5',
    final_words: null,
    checked_on: '2026-08-21',
  }
  expect(inLanguage('es', () => eventLines(bill, '2026-09-01'))).toEqual({
    day: '13 de agosto',
    reached: 'Aprobado por la Cámara, continúa en el nuevo período, 37 a 5',
    next: 'Sigue: una votación en el Senado',
    age: 'al 21 de agosto',
    isStale: false,
  })
  const line = 'Vetoed by the Governor; the House did not override it. The session ended'
  expect(inLanguage('es', () => lineText(line))).toBe(
    'Vetado por la Gobernación; la Cámara no anuló el veto. Terminó el período de sesiones',
  )
  expect(lineText(line)).toBe(line)
  expect(inLanguage('es', () => nextWords("the Mayor's decision"))).toEqual({
    step: 'decide la Alcaldía',
    choice: 'La Alcaldía puede firmar el proyecto de ley o vetarlo.',
  })
  const stages = [{ stage: 'law', state: 'completed', since: null, label: 'Became law' } as const]
  expect(inLanguage('es', () => finalWords({ measure_type: 'bill', stages: [...stages] }))).toBe('it is law')
})
