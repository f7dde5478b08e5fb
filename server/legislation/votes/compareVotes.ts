import type { OutputOf } from '#contract/kit/endpoint.ts'
import { agreementInterval, minComparedBills, isUnanimous } from '#contract/representatives.ts'
import type { ComparedBill, getAgreement } from '#contract/votes/votes.ts'
import type { StanceAndVote } from './queries.ts'

/** Computes the agreement over bills, each counted once. The result is not stored. */
export function compareVotes(pairs: readonly StanceAndVote[]): OutputOf<typeof getAgreement> {
  const bills = pairs.map(comparedBill)
  const compared = bills.filter(({ outcome }) => outcome !== 'not_compared')
  const contested = compared.filter(({ is_unanimous }) => !is_unanimous)
  const agreed = countAgreed(compared)
  const interval =
    compared.length < minComparedBills ? null : agreementInterval(agreed, compared.length - agreed)
  return {
    agreed,
    compared: compared.length,
    interval,
    without_unanimous: { agreed: countAgreed(contested), compared: contested.length },
    bills,
  }
}

function countAgreed(bills: readonly ComparedBill[]): number {
  return bills.filter(({ outcome }) => outcome === 'agreed').length
}

function comparedBill({
  direction,
  yes_count,
  no_count,
  text_differs,
  ...pair
}: StanceAndVote): ComparedBill {
  const { stance, option } = pair
  const is_unanimous = isUnanimous(yes_count, no_count)
  if (stance !== 'support' && stance !== 'oppose') {
    return { ...pair, is_unanimous, outcome: 'not_compared', reason: 'stance' }
  }
  if (option !== 'yes' && option !== 'no') {
    return { ...pair, is_unanimous, outcome: 'not_compared', reason: option ?? 'not_listed' }
  }
  if (text_differs) return { ...pair, is_unanimous, outcome: 'not_compared', reason: 'version' }
  const supportsBill = (option === 'yes') === (direction === 'for')
  const outcome = supportsBill === (stance === 'support') ? 'agreed' : 'differed'
  return { ...pair, is_unanimous, outcome, reason: null }
}
