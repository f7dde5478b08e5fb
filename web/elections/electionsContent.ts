import { federalElections } from './content/federalElections.ts'
import { localElections } from './content/localElections.ts'
import { stateElections } from './content/stateElections.ts'
import type { Election } from './election.ts'

/**
 * The content of the elections guide. An operator replaces the files in `content/`. The offices, dates and rules are real;
 * the candidates and all numbers about them are fictional, with reserved domains and phone numbers.
 */
export const elections: Election[] = [...federalElections, ...stateElections, ...localElections]
