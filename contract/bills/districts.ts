import * as z from 'zod/mini'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { locale, plural, t } from '#contract/kit/translate.ts'
import { stateOfDivision } from '#contract/places.ts'
import { StanceCounts } from '#contract/stances.ts'

/** The average number of residents of a congressional district in the census of 2020: 331,108,434 / 435, rounded. */
export const averageDistrict = 761_000

const withheldReasons = ['too_few', 'too_alike', 'would_reveal_neighbors'] as const
export type WithheldReason = (typeof withheldReasons)[number]

const ReleasedDivision = z.object({
  division_id: z.string(),
  name: z.string(),
  /** How many people live there, or null if that is not known. */
  residents: z.nullable(z.number()),
  residents_as_of: z.nullable(z.string()),
  residents_source: z.nullable(z.string()),
  /** True if `residents` is that of an average congressional district. */
  is_average: z.boolean(),
})
export type ReleasedDivision = z.infer<typeof ReleasedDivision>

const DistrictRelease = z.object({
  /** The Monday on which the stances were counted, as YYYY-MM-DD. */
  released_on: z.string(),
  is_shown: z.boolean(),
  withheld_reason: z.nullable(z.enum(withheldReasons)),
  /** The counts are rounded to the nearest five, except those of a state. */
  total: z.nullable(z.number()),
  counts: z.nullable(StanceCounts),
})
export type DistrictRelease = z.infer<typeof DistrictRelease>

const DistrictStances = z.object({ division: ReleasedDivision, release: z.nullable(DistrictRelease) })
export type DistrictStances = z.infer<typeof DistrictStances>

/**
 * Lists the stances on a bill in the caller's own divisions, the nearest first and the state last, as they were counted on the
 * last Monday with enough changes. `release` is null before the first Monday.
 */
export const listDistrictStances = endpoint('GET /api/bills/:id/districts', {
  access: 'user',
  input: { id: Id },
  output: {
    districts: z.array(DistrictStances),
    /** The number of members with a stance whose address is in no known state. */
    unmatched_total: z.number(),
    needsAddress: z.boolean(),
  },
  refuses: ['bill_not_found'],
})

export const roundToFive = (members: number): number => Math.round(members / 5) * 5

/** Rounds to three digits, because a census is a few years old: 761,169 is 761,000, and 11,799,448 is 11,800,000. */
function roughly(residents: number): string {
  const unit = 10 ** Math.max(0, String(residents).length - 3)
  return (Math.round(residents / unit) * unit).toLocaleString(locale())
}

/** True for a state, whose numbers are exact because no division with published numbers is close to its size. */
export function isWholeState(division_id: string): boolean {
  return stateOfDivision(division_id) !== null && division_id.split('/').length === 3
}

/** The words before the counts of a division: how many of its residents took part, and that this is not a poll. */
export function coverageText(
  { division_id, name, residents, is_average }: ReleasedDivision,
  total: number,
): string {
  const people = isWholeState(division_id)
    ? formatNumber(total)
    : t('About {count}', { count: formatNumber(total) })
  const rest = t('They chose to take part; nobody was selected. This is not a poll.')
  return `${partOf(people, { name, residents, is_average })} ${rest}`
}

function partOf(
  people: string,
  { name, residents, is_average }: Pick<ReleasedDivision, 'name' | 'residents' | 'is_average'>,
): string {
  if (residents === null) {
    return t('{people} of the residents of {name} have taken a stance here.', { people, name })
  }
  const values = { people, name, residents: roughly(residents) }
  return is_average
    ? t(
        '{people} of the roughly {residents} (on average) residents of {name} have taken a stance here.',
        values,
      )
    : t('{people} of the roughly {residents} residents of {name} have taken a stance here.', values)
}

/** Says why a division has no numbers. */
export function withheldText(reason: WithheldReason, name: string): string {
  if (reason === 'too_few') {
    return t(
      'Fewer than 10 people from {name} have taken a stance here. Hurd shows local numbers once there are 10.',
      { name },
    )
  }
  if (reason === 'too_alike') {
    return t(
      "10 or more people from {name} have taken a stance. Almost all of them agree, so we don't show the split. That protects each person's privacy.",
      { name },
    )
  }
  return t("We don't show numbers for {name} here, because they could reveal how a few people nearby feel.", {
    name,
  })
}

/** Says how many people have an address that is in no known state, or null if there are none. */
export function unmatchedText(count: number): string | null {
  if (count === 0) {
    return null
  }
  return plural(
    count,
    '{n} more person has no address we could match.|{n} more people have no address we could match.',
  )
}
