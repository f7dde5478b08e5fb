import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type {
  readDecision as readDecisionEndpoint,
  sendAppeal as sendAppealEndpoint,
} from '#contract/moderation/appeals.ts'
import type { Caller } from '#server/platform/http/route/route.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { networkOf } from '#server/platform/settings/networks.ts'
import { saveAppeal, selectDecision } from './store.ts'

type Rules = { rateLimits: boolean }
type DecisionBody = OutputOf<typeof readDecisionEndpoint>

/** The limit per network. A token of 64 digits cannot be guessed, so the limit only bounds the load. */
const linkUses: LimitRule = { rule: 'appeal_link', attempts: 60, seconds: 60 * 60 }

/**
 * Returns the decision that the member can appeal against. The link can be opened again later to see the outcome of the
 * appeal.
 */
export async function readDecision(
  db: Pool,
  { token }: ParsedOf<typeof readDecisionEndpoint>,
  caller: Caller,
  rules: Rules,
): Promise<DecisionBody> {
  await countLinkUse(db, caller, rules)
  return { decision: await findDecision(db, token) }
}

/** Saves the appeal. A decision can be appealed against once. */
export async function sendAppeal(
  db: Pool,
  { token, text }: ParsedOf<typeof sendAppealEndpoint>,
  caller: Caller,
  rules: Rules,
): Promise<DecisionBody> {
  await countLinkUse(db, caller, rules)
  const { state } = await findDecision(db, token)
  if (state === 'expired') refuse('appeal_expired')
  const isSaved = await saveAppeal(db, token ?? '', text?.trim() ?? '')
  if (!isSaved) refuse('appeal_already_sent')
  return { decision: await findDecision(db, token) }
}

async function findDecision(db: Db, token: string | null) {
  return (await selectDecision(db, token ?? '')) ?? refuse('appeal_link_invalid')
}

async function countLinkUse(db: Pool, caller: Caller, { rateLimits }: Rules): Promise<void> {
  if (rateLimits) await countAttempts(db, [{ rule: linkUses, subject: networkOf(caller.ip) }])
}
