import type { BillStatus } from '#contract/bills/billContent.ts'
import type { ImportedAction } from '#server/sources/parts/importedParts.ts'

/** The columns of a bill that are derived from its actions. */
export type ActionFacts = {
  latest_action_on: string | null
  awaits_executive: boolean
  ended_by: 'withdrawn' | 'vote' | 'veto' | null
}

const passedByChamber =
  /(passed|adopted|agreed to|passage).*(both|senate|house|assembly|chamber)|third reading|enroll|concur|governor|presented|president|signed/i
const defeat =
  /\b(fail|reject|defeat|lost|indefinitely|tabled|inexpedient|unfavorabl|not (adopted|passed|agreed))/i

/**
 * Derives the columns of a bill from its actions.
 *
 * @param today the current day as YYYY-MM-DD. Later actions are only announced.
 */
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

/** Returns why a rejected bill is over according to its last two actions, or null if the actions do not say. */
function endingOf(actions: readonly { description: string }[]): ActionFacts['ended_by'] {
  const last = actions
    .slice(-2)
    .map(({ description }) => description)
    .join(' ')
  if (/\bveto/i.test(last)) return 'veto'
  if (/withdrawn/i.test(last)) return 'withdrawn'
  return defeat.test(last) ? 'vote' : null
}
