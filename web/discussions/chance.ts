import { minChanceVoters, minChanceVotes, type EchoBaseline } from '#contract/chance.ts'
import { minEchoVotes } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'

/** Explains the sentence of `describeChance`. */
export const chanceHelp = t(
  'A vote stays with its own side if it is an upvote for someone with the same stance or a downvote for someone with another. The share can be high just because most people here share a stance, or because most votes are upvotes.',
)

/**
 * Returns the sentence that compares the echo score with chance, or why there is no comparison. Null if there is no score
 * or nothing has been computed yet.
 */
export function describeChance(baseline: EchoBaseline): string | null {
  const { verdict, observed, excess, low, high } = baseline
  if (baseline.total_analyzed_votes < minEchoVotes) {
    return null
  }
  const shares = { stay: whole(observed), chance: whole(baseline.baseline) }
  switch (verdict) {
    case 'more':
      return `${t('{stay}% of votes stay with their own side. About {chance}% would if nobody favored their own side.', shares)} ${pointsMore(whole(excess), whole(low), whole(high))}`
    case 'unclear':
      return `${t('{stay}% of votes stay with their own side. About {chance}% would even if nobody favored their own side.', shares)} ${pointsUnclear(signed(low), signed(high))}`
    case 'less':
      return `${t('{stay}% of votes stay with their own side. About {chance}% would by chance.', shares)} ${pointsLess(whole(excess), whole(high), whole(low))}`
    default:
      return describeReason(baseline)
  }
}

// The range of a bill with many votes can be so small that both of its ends round to the same number.

function pointsMore(points: number, low: number, high: number): string {
  if (high === 0) {
    return t('That is more than chance, but by less than half a point.')
  }
  if (low === high) {
    return plural(
      points,
      'That is about {n} point more than chance.|That is about {n} points more than chance.',
    )
  }
  return points === 0
    ? t('That is less than half a point more than chance (likely between {low} and {high}).', { low, high })
    : plural(
        points,
        'That is {n} point more than chance (likely between {low} and {high}).|That is {n} points more than chance (likely between {low} and {high}).',
        { low, high },
      )
}

function pointsUnclear(low: string, high: string): string {
  return low === high
    ? t(
        'We can’t tell whether people here favor their own side (the difference is likely half a point at most).',
      )
    : t(
        'We can’t tell whether people here favor their own side (difference likely between {low} and {high} points).',
        { low, high },
      )
}

function pointsLess(points: number, low: number, high: number): string {
  if (high === 0) {
    return t('People here cross sides more than chance, but by less than half a point.')
  }
  if (low === high) {
    return plural(
      points,
      'People here cross sides more than chance (about {n} point).|People here cross sides more than chance (about {n} points).',
    )
  }
  return points === 0
    ? t(
        'People here cross sides more than chance (less than half a point, likely between {low} and {high}).',
        { low, high },
      )
    : plural(
        points,
        'People here cross sides more than chance ({n} point, likely between {low} and {high}).|People here cross sides more than chance ({n} points, likely between {low} and {high}).',
        { low, high },
      )
}

function describeReason(baseline: EchoBaseline): string | null {
  const { total_analyzed_votes, voters } = baseline
  switch (baseline.reason) {
    case 'too_few_votes':
      return total_analyzed_votes < minChanceVotes
        ? t('Too few votes to compare with chance ({count} of {minimum}).', {
            count: total_analyzed_votes,
            minimum: minChanceVotes,
          })
        : t('Too few votes to compare with chance.')
    case 'too_few_voters':
      return t('Too few voters to compare with chance ({count} of {minimum}).', {
        count: voters,
        minimum: minChanceVoters,
      })
    case 'voters_share_stance':
      return t('Nearly everyone who voted shares one stance, so there is nothing to compare.')
    case 'authors_share_stance':
      return t('Nearly all comments here are by people of one stance, so there is nothing to compare.')
    case 'votes_stay_apart':
      return t('Too few votes within or across sides to compare with chance.')
    case 'votes_one_direction':
      return areMostUp(baseline)
        ? t('Almost every vote is an upvote, so there is nothing to compare.')
        : t('Almost every vote is a downvote, so there is nothing to compare.')
    default:
      return null
  }
}

/** The position of the mark for chance on the bar, or null if the score is not compared. */
export function chanceMark({ verdict, baseline }: EchoBaseline): number | null {
  return verdict === null || baseline === null ? null : Math.round(baseline)
}

function areMostUp({ table }: EchoBaseline): boolean {
  const cells = (table ?? []).flat()
  return cells.reduce((sum, [up, down]) => sum + up - down, 0) > 0
}

/** A number of points without its sign. */
function whole(points: number | null): number {
  return Math.round(Math.abs(points ?? 0))
}

function signed(points: number | null): string {
  const rounded = Math.round(points ?? 0)
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0'
}
