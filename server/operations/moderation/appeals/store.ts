import { type AppealedDecision, appealDays } from '#contract/moderation/appeals.ts'
import type { ReportTarget } from '#contract/moderation/reports.ts'
import { digest, newLinkToken } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Offer = {
  user_id: string
  target_type: ReportTarget
  target_id: string
  decision: 'hide' | 'suspend'
  reason: string
  decided_by: string
}

/**
 * Stores a decision that its member can appeal against.
 *
 * @returns the token of the link. Null if the member has no verified address and therefore gets no email.
 */
export async function offerAppeal(db: Db, offer: Offer): Promise<string | null> {
  const token = newLinkToken()
  const inserted = await db`
    insert into appeals (token_hash, user_id, target_type, target_id, decision, reason, decided_by)
    select ${digest(token)}, user_id, ${offer.target_type}, ${offer.target_id}, ${offer.decision}, ${offer.reason},
           ${offer.decided_by}
      from users where user_id = ${offer.user_id} and email_verified_at is not null
    returning appeal_id`
  return inserted.length > 0 ? token : null
}

/** Selects the decision that the link with this token is about. */
export async function selectDecision(db: Db, token: string): Promise<AppealedDecision | undefined> {
  const [decision] = await db<AppealedDecision[]>`
    select target_type, decision, reason, iso_time(decided_at) as decided_at, content as text, answer,
           iso_time(decided_at + make_interval(days => ${appealDays})) as appeal_until,
           case when outcome is not null then outcome
                when appealed_at is not null then 'waiting'
                when decided_at < now() - make_interval(days => ${appealDays}) then 'expired'
                else 'open' end as state
      from appeals where token_hash = ${digest(token)}`
  return decision
}

/**
 * Saves an appeal and returns true if it was saved. If two tabs send it at the same time, the second waits here and
 * then changes nothing.
 */
export async function saveAppeal(db: Db, token: string, text: string): Promise<boolean> {
  const updated = await db`
    update appeals set content = ${text}, appealed_at = now()
     where token_hash = ${digest(token)} and appealed_at is null returning appeal_id`
  return updated.length > 0
}

/**
 * Closes the appeals after something was restored. Waiting appeals have succeeded, and further appeals are no longer
 * possible. The appeals against a suspension stay while the member is suspended.
 *
 * @returns how many appeals were waiting
 */
export async function closeAppealsOf(
  db: Db,
  { target_type, target_id }: { target_type: ReportTarget; target_id: string },
  { by, answer }: { by: string; answer: string },
): Promise<number> {
  const isRestored = db`
    target_id = ${target_id} and target_type = ${target_type}
    and (decision = 'hide' or not exists (
      select from users u where u.user_id = appeals.user_id and u.account_status = 'suspended'))`
  await db`delete from appeals where ${isRestored} and appealed_at is null`
  const { count } = await db`
    update appeals set outcome = 'reversed', answer = ${answer}, resolved_by = ${by}, resolved_at = now()
     where ${isRestored} and resolved_at is null`
  return count
}
