import { minChanceVoters, minChanceVotes, type EchoBaseline } from '#contract/chance.ts'
import { minEchoVotes } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'

/** Explains the sentence of `describeChance`. */
export const chanceHelp = t(
  'A vote stays with its own side if it is an upvote for someone with the same stance or a downvote for someone with another. The share can be high just because most people here share a stance, or because most votes are upvotes.',
)

/**
 * Returns the sentence that compares the echo score with chance, or why there is no comparison. Null if there is no score
 * or nothing has been computed yet.
 */
export function describeChance(baseline: EchoBaseline): string | null {
  const { verdict, observed, excess, low, high, total_analyzed_votes, voters } = baseline
  if (total_analyzed_votes < minEchoVotes) {
    return null
  }
  const stay = t('{whole}% of votes stay with their own side.', { whole: whole(observed) })
  const chance = t('About {whole}% would', { whole: whole(baseline.baseline) })
  switch (verdict) {
    case 'more':
      return t(
        '{stay} {chance} if nobody favored their own side. That is {whole} points more than chance (likely between {whole2} and {whole3}).',
        { stay, chance, whole: whole(excess), whole2: whole(low), whole3: whole(high) },
      )
    case 'unclear':
      return t(
        '{stay} {chance} even if nobody favored their own side. We can’t tell whether people here favor their own side (difference likely between {signed} and {signed2} points).',
        { stay, chance, signed: signed(low), signed2: signed(high) },
      )
    case 'less':
      return t(
        '{stay} {chance} by chance. People here cross sides more than chance ({whole} points, likely between {whole2} and {whole3}).',
        { stay, chance, whole: whole(excess), whole2: whole(high), whole3: whole(low) },
      )
    default:
      break
  }
  switch (baseline.reason) {
    case 'too_few_votes':
      return total_analyzed_votes < minChanceVotes
        ? t('Too few votes to compare with chance ({total_analyzed_votes} of {minChanceVotes}).', {
            total_analyzed_votes,
            minChanceVotes,
          })
        : t('Too few votes to compare with chance.')
    case 'too_few_voters':
      return t('Too few voters to compare with chance ({voters} of {minChanceVoters}).', {
        voters,
        minChanceVoters,
      })
    case 'voters_share_stance':
      return t('Nearly everyone who voted shares one stance, so there is nothing to compare.')
    case 'authors_share_stance':
      return t('Nearly all comments here are by people of one stance, so there is nothing to compare.')
    case 'votes_stay_apart':
      return t('Too few votes within or across sides to compare with chance.')
    case 'votes_one_direction':
      return `Almost every vote is ${areMostUp(baseline) ? 'an upvote' : 'a downvote'}, so there is nothing to compare.`
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
