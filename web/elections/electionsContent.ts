import { federalElections } from './content/federalElections.ts'
import { localElections } from './content/localElections.ts'
import { stateElections } from './content/stateElections.ts'
import type { Election } from './election.ts'

/**
 * The content of the elections guide, which an operator replaces in `content/`. The offices, dates and rules are real.
 * The candidates and all amounts are fictional, and their domains and phone numbers are reserved for examples.
 */
export const elections: Election[] = [...federalElections, ...stateElections, ...localElections]
