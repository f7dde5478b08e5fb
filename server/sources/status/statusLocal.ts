import type { BillStatus } from '#contract/bills/billContent.ts'

/** The statuses of New York City. */
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

/** Statuses whose meaning differs between cities. */
const statusesByCity: Readonly<Record<string, Readonly<Record<string, BillStatus>>>> = {
  nyc: newYork,
  seattle: { retired: 'rejected', 'full council agenda ready': 'active' },
  chicago: { 'placed on file': 'rejected', 'failed to pass': 'rejected' },
  boston: { filed: 'rejected', 'in committee': 'introduced', 'placed on file': 'rejected' },
  phoenix: { 'agenda ready': 'pending' },
  sanjose: { 'agenda ready': 'pending', heard: 'active' },
  sfgov: { tabled: 'rejected' },
}

const statusPatterns: readonly (readonly [RegExp, BillStatus])[] = [
  [/^(?!.*\b(to be|not)\b).*(\b(approved|signed|unsigned) by (the )?mayor\b|overridd?en)/, 'passed'],
  [/\bvetoed by (the )?mayor\b/, 'rejected'],
  [/^approved .*\bon introduction\b/, 'active'],
  [/tabled indefinitely/, 'rejected'],
  [/mayor|awaiting signature|pending|agenda ready|draft/, 'pending'],
  [
    /veto(?!.*(?<!not )overrid)|disapproved|not adopted|not approved|failed|denied|defeated|rejected|withdrawn|placed on file|^filed|indefinitely postponed|retired|expired|lapsed|killed|\bdied|no action/,
    'rejected',
  ],
  [
    /\b(enacted|adopted|approved|passed(?! (to|for)\b.*\b(reading|publication)| on (first|1st|second|2nd) reading(?! (and|&)))|signed|in force|effective|became law|final action|accepted|confirmed)\b|^law|overrid/,
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
 * Derives the status of a city's matter. Cities choose their own status names, so the city's own list is tried first,
 * then the usual meaning of the words, and then the most recent action.
 */
export function localStatus(
  client: string,
  statusName: string,
  newestActions: readonly string[],
): BillStatus {
  const ownStatus =
    statusesByCity[client]?.[
      statusName
        .toLowerCase()
        .replace(/\u2019/g, "'")
        .trim()
    ]
  if (ownStatus) return ownStatus
  for (const text of [statusName, ...newestActions]) {
    const match = statusPatterns.find(([pattern]) => pattern.test(text.toLowerCase()))
    if (match) return match[1]
  }
  return 'introduced'
}
