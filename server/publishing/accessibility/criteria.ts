import type { Criterion } from './criterion.ts'
import { levelA } from './levelA.ts'
import { levelAA } from './levelAA.ts'

export const criteria: readonly Criterion[] = [...levelA, ...levelAA].map(
  ([num, name, level, adherence, notes, evidence]) => ({
    num,
    name,
    level,
    adherence,
    notes,
    evidence,
  }),
)
