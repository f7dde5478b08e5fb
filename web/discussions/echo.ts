import { minEchoVotes, type getEchoScore } from '#contract/discussions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { messageOr } from '#web/kit/api/api.ts'

export type EchoResponse = OutputOf<typeof getEchoScore>

/** A band begins at the score `from`. Its label is shown beside the percentage. */
const echoBands = [
  { name: 'low', from: 0, label: t('Mixed views') },
  { name: 'mid', from: 40, label: t('Leaning one way') },
  { name: 'high', from: 70, label: t('Echo chamber') },
] as const

export function echoBand(score: number) {
  return echoBands.findLast((band) => score >= band.from) ?? echoBands[0]
}

/** The score to show, or the reason why there is none. */
type EchoState = { score: number; reason: null } | { score: null; reason: string }

export function echoState(response: EchoResponse | undefined, error: unknown): EchoState {
  if (!response) {
    const reason = messageOr(error, {
      response: t('Unable to calculate discussion health'),
      noResponse: t('Failed to load discussion health score'),
    })
    return { score: null, reason }
  }
  if (response.insufficient_data) {
    const missing = minEchoVotes - response.total_analyzed_votes
    // The message of the response says the same in English.
    return {
      score: null,
      reason: plural(
        missing,
        'Need {n} more votes for echo chamber analysis|Need {n} more votes for echo chamber analysis',
      ),
    }
  }
  return response.echo_chamber_score === null
    ? { score: null, reason: t('Echo chamber analysis not available') }
    : { score: response.echo_chamber_score, reason: null }
}
