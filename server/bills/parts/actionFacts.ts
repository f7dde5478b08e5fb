import type { BillStatus } from '../../../contract/rules/bills/billContent.ts'
import type { ImportedAction } from '../../sources/parts/importedParts.ts'

/** Columns of a bill that follow from its actions. */
export type ActionFacts = {
  latest_action_on: string | null
  awaits_executive: boolean
  ended_by: 'withdrawn' | 'vote' | 'veto' | null
}

const passedByChamber =
  /(passed|adopted|agreed to|passage).*(both|senate|house|assembly|chamber)|third reading|enroll|concur|governor|presented|president|signed/i
const defeat =
  /\b(fail|reject|defeat|lost|indefinitely|tabled|inexpedient|unfavorabl|not (adopted|passed|agreed))/i

/** @param today YYYY-MM-DD; later actions are only announced */
export function actionFacts(
  status: BillStatus,
  actions: readonly Omit<ImportedAction, 'classification'>[],
  today: string,
): ActionFacts {
  const days = actions.flatMap(({ acted_on }) => (acted_on !== null && acted_on <= today ? [acted_on] : []))
  return {
    latest_action_on: days.toSorted().at(-1) ?? null,
    awaits_executive: actions.some(
      ({ description, chamber }) =>
        passedByChamber.test(description) || /governor|president/i.test(chamber ?? ''),
    ),
    ended_by: status === 'rejected' ? endingOf(actions) : null,
  }
}

/** Why a rejected bill is over, by its last two actions; null if they do not say. */
function endingOf(actions: readonly { description: string }[]): ActionFacts['ended_by'] {
  const last = actions
    .slice(-2)
    .map(({ description }) => description)
    .join(' ')
  if (/\bveto/i.test(last)) return 'veto'
  if (/withdrawn/i.test(last)) return 'withdrawn'
  return defeat.test(last) ? 'vote' : null
}
