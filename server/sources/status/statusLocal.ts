import type { BillStatus } from '../../../contract/billContent.ts'

/** New York City's own words. */
const newYork: Readonly<Record<string, BillStatus>> = {
  introduced: 'introduced',
  committee: 'introduced',
  'reported from committee': 'active',
  'companion pending approval by council': 'active',
  'laid over in committee': 'pending',
  "enacted (mayor's desk for signature)": 'pending',
  "mayor's desk for signature": 'pending',
  enacted: 'passed',
  adopted: 'passed',
  filed: 'rejected',
  'filed (end of session)': 'rejected',
  withdrawn: 'rejected',
  vetoed: 'rejected',
  disapproved: 'rejected',
}

/** Words that mean something else in one city than in the others. */
const ownWords: Readonly<Record<string, Readonly<Record<string, BillStatus>>>> = {
  nyc: newYork,
  seattle: { retired: 'rejected', 'full council agenda ready': 'active' },
  chicago: { 'placed on file': 'rejected', 'failed to pass': 'rejected' },
  boston: { filed: 'rejected', 'in committee': 'introduced', 'placed on file': 'rejected' },
  phoenix: { 'agenda ready': 'pending' },
  sanjose: { 'agenda ready': 'pending', heard: 'active' },
}

const words: readonly (readonly [RegExp, BillStatus])[] = [
  [/mayor|awaiting signature|pending|agenda ready|draft/, 'pending'],
  [
    /veto(?!.*overrid)|disapproved|not adopted|not approved|failed|denied|defeated|rejected|withdrawn|placed on file|^filed|indefinitely postponed|retired|expired|died|no action/,
    'rejected',
  ],
  [
    /enacted|adopted|approved|passed|signed|in force|effective|became law|^law|final action|accepted|confirmed|overrid/,
    'passed',
  ],
  [/laid over|held|tabled|deferred|postponed|continued|on hold/, 'pending'],
  [
    /reported|hearing|second reading|third reading|recommended|discussed|council agenda|public comment|amended|consent/,
    'active',
  ],
  [/introduced|referred|committee|new business|assigned|first reading|filed with/, 'introduced'],
]

/**
 * Status of a city's matter. Cities name a status as they like: first by the city's own word, then by what such words
 * mean elsewhere, then by the last thing that happened.
 */
export function localStatus(
  client: string,
  statusName: string,
  newestActions: readonly string[],
): BillStatus {
  const own =
    ownWords[client]?.[
      statusName
        .toLowerCase()
        .replace(/\u2019/g, "'")
        .trim()
    ]
  if (own) return own
  for (const text of [statusName, ...newestActions]) {
    const found = words.find(([pattern]) => pattern.test(text.toLowerCase()))
    if (found) return found[1]
  }
  return 'introduced'
}
