import type { ActionClass } from '#contract/bills/progress.ts'
import type { ImportedAction } from './importedParts.ts'

/** The steps that happen only once on a day, whatever words the systems of a source use for them. */
const oncePerDay: ReadonlySet<ActionClass> = new Set([
  'introduced',
  'passed',
  'failed',
  'presented',
  'signed',
  'vetoed',
  'overridden',
  'sustained',
  'law',
])

/**
 * Returns each step once. Two systems of one source report the same step in their own words. The longer text is used,
 * at the position of the first. A step of one chamber is never the same as a step of the other.
 *
 * @param hasTwoSystems true for the Library of Congress, which repeats the steps of both chambers in its own words
 */
export function distinctActions(actions: readonly ImportedAction[], hasTwoSystems = false): ImportedAction[] {
  const distinct: ImportedAction[] = []
  for (const action of actions) {
    const index = distinct.findIndex((other) => isSameStep(other, action, hasTwoSystems))
    const other = distinct[index]
    if (!other) {
      distinct.push(action)
      continue
    }
    const longer = action.description.length > other.description.length ? action : other
    const roll_number = other.roll_number ?? action.roll_number
    distinct[index] = {
      ...longer,
      chamber: longer.chamber ?? other.chamber ?? action.chamber,
      ...(roll_number ? { roll_number } : {}),
    }
  }
  return distinct
}

function isSameStep(a: ImportedAction, b: ImportedAction, hasTwoSystems: boolean): boolean {
  if (a.acted_on !== b.acted_on || a.classification !== b.classification) return false
  if (a.chamber !== null && b.chamber !== null && a.chamber !== b.chamber) return false
  return (
    (hasTwoSystems && (oncePerDay.has(a.classification) || isSameReport(a, b))) ||
    normalized(a.description) === normalized(b.description)
  )
}

/** Returns true for two reports of one committee. Several committees can report a bill on the same day. */
function isSameReport(a: ImportedAction, b: ImportedAction): boolean {
  if (a.classification !== 'reported') return false
  const [ofA, ofB] = [reportNumber(a.description), reportNumber(b.description)]
  return ofA !== undefined && ofA === ofB
}

function reportNumber(description: string): string | undefined {
  return /(?:rept\.|report no\.) (\d+-\d+(?:, part [ivx]+)?)/i.exec(description)?.[1]?.toLowerCase()
}

function normalized(description: string): string {
  return description
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/^(passed\/agreed to|failed of passage\/not agreed to) in (house|senate):?/, ' ')
    .replace(/^resolving differences -- (house|senate) actions:/, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
