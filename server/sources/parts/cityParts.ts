import type { BillAction } from '#contract/bills/billContent.ts'
import type { ActionClass } from '#contract/bills/progress.ts'
import type { City } from '#server/sources/jurisdictions.ts'
import { actionClass } from './actionClass.ts'
import { distinctActions } from './distinctActions.ts'
import type {
  ImportedAction,
  ImportedCommittee,
  ImportedParts,
  ImportedSponsorship,
} from './importedParts.ts'
import { namedMeasureType } from './measureTypes.ts'

export type MatterSponsor = { name: string; source_person_id: string | null }

const activities: readonly (readonly [RegExp, ImportedCommittee['activity']])[] = [
  [/^(referred to comm|assigned)/i, 'referred'],
  [/hearing/i, 'hearing'],
  [/approved by committee|reported/i, 'reported'],
]

/**
 * Returns the parts of a city's matter, without those that the record does not list. The body that acted is the committee, unless it is
 * the whole council.
 */
export function cityParts(
  city: City,
  { typeName, title }: { typeName: string; title: string },
  sponsors: readonly MatterSponsor[] | null,
  history: readonly BillAction[] | null,
): ImportedParts {
  const measure_type = namedMeasureType([typeName], 'local', title)
  return {
    ...(measure_type ? { measure_type } : {}),
    ...(sponsors ? { sponsorships: sponsorships(city, sponsors) } : {}),
    ...(history ? { actions: actions(history), committees: committees(city, history) } : {}),
  }
}

function sponsorships(city: City, sponsors: readonly MatterSponsor[]): ImportedSponsorship[] {
  const organization = city.division.replace(/^ocd-division\/country:us\/state:/, '').concat('/council')
  return sponsors
    .filter(({ name }) => name !== '' && !isNote(name))
    .map(({ name, source_person_id }, index) => ({
      name,
      classification: index === 0 ? ('primary' as const) : ('cosponsor' as const),
      entity_type: /committee|commission|department/i.test(name)
        ? ('organization' as const)
        : ('person' as const),
      party: null,
      district: null,
      organization,
      source_person_id,
      sponsored_on: null,
      withdrawn_on: null,
      is_original: false,
    }))
}

function actions(history: readonly BillAction[]): ImportedAction[] {
  return distinctActions(
    history.map(({ date, text, chamber }) => ({
      acted_on: date,
      chamber,
      description: text,
      // A council files what it does not want to decide. In a legislature, filing is how a bill begins.
      classification: /^filed\b/i.test(text) ? 'died' : classOf(text, chamber),
    })),
  )
}

function committees(city: City, history: readonly BillAction[]): ImportedCommittee[] {
  return history.flatMap(({ date, text, chamber }): ImportedCommittee[] => {
    if (chamber === null || !isCommittee(chamber)) return []
    const activity = activities.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
    return [
      {
        committee_id: cityCommitteeId(city, chamber),
        name: chamber,
        chamber: 'Council',
        parent_name: null,
        activity,
        occurred_on: date,
      },
    ]
  })
}

/** Returns true if a body of a city only advises its council. */
export function isCommittee(body: string | null): boolean {
  return body !== null && /committee|planning commission/i.test(body)
}

/** The words of mayors, which many cities write without the office ("Approved"). */
const mayorWords: readonly (readonly [RegExp, ActionClass])[] = [
  [/^(approved|signed|returned unsigned)\b/i, 'signed'],
  [/^(vetoed|disapproved)\b/i, 'vetoed'],
]

/** The words of councils that write what they decide as a command ("Adopt"). */
const councilWords: readonly (readonly [RegExp, ActionClass])[] = [
  [
    /^(voted to )?adopt\b(?! (the )?(following )?amendments?\b|.*\b(failed|lost)\b)|^accepted, passed|^approve recommendation and adopt|adopted as read$|^read and adopted$/i,
    'passed',
  ],
  [/^refer$|^assigned( under .*rule)?$/i, 'referred'],
  [/^place on file/i, 'died'],
]

/**
 * Cities use the same words for what their committees, councils and mayors do, such as "Passed" and "Approved". A president or a
 * clerk of a council also signs.
 */
function classOf(text: string, body: string | null): ActionClass {
  // Some councils are called "Mayor and Council".
  const isMayor = body !== null && /\bmayor\b/i.test(body) && !/council|alder|commission|board/i.test(body)
  const ofBody = isMayor ? mayorWords : isCommittee(body) ? [] : councilWords
  const byBody = ofBody.find(([pattern]) => pattern.test(text))?.[1]
  if (byBody) return byBody
  const byWords = actionClass(text)
  const isOfficer = body !== null && !isMayor && /president|clerk|council|speaker/i.test(body)
  if (isOfficer && /^signed$/i.test(text)) return 'other'
  if (!isCommittee(body)) return byWords
  return byWords === 'passed' || /^pass\b/i.test(text) ? 'reported' : byWords === 'failed' ? 'other' : byWords
}

/** Returns true if a sponsor's name is a note, because New York City lists notes among the sponsors. */
function isNote(name: string): boolean {
  return /^\(?by request|in conjunction with/i.test(name)
}

/** Returns the id of a committee. "Committee on Finance" of New York City becomes "nyc/committee-on-finance". */
export function cityCommitteeId(city: City, name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${city.client}/${words}`
}
