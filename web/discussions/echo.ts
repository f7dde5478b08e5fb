import { minEchoVotes, type getEchoScore } from '#contract/discussions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { messageOr } from '#web/kit/api/api.ts'

export type EchoResponse = OutputOf<typeof getEchoScore>

/** A band begins at the score `from`. Its label is shown beside the percentage. */
const echoBands = [
  { name: 'low', from: 0, label: 'Mixed views' },
  { name: 'mid', from: 40, label: 'Leaning one way' },
  { name: 'high', from: 70, label: 'Echo chamber' },
] as const

export function echoBand(score: number) {
  return echoBands.findLast((band) => score >= band.from) ?? echoBands[0]
}

/** The score to show, or the reason why there is none. */
type EchoState = { score: number; reason: null } | { score: null; reason: string }

export function echoState(response: EchoResponse | undefined, error: unknown): EchoState {
  if (!response) {
    const reason = messageOr(error, {
      response: 'Unable to calculate discussion health',
      noResponse: 'Failed to load discussion health score',
    })
    return { score: null, reason }
  }
  if (response.insufficient_data) {
    const missing = minEchoVotes - response.total_analyzed_votes
    return { score: null, reason: response.message ?? `Need ${missing} more votes for echo chamber analysis` }
  }
  return response.echo_chamber_score === null
    ? { score: null, reason: 'Echo chamber analysis not available' }
    : { score: response.echo_chamber_score, reason: null }
}
