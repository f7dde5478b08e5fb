import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { decideCases as decideCasesEndpoint } from '#contract/moderation/cases.ts'
import { closeAppealsOf } from '#server/operations/moderation/appeals/store.ts'
import { resolveReport } from '#server/operations/moderation/queries.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { hide, restore, suspendAuthor } from './applyDecision.ts'
import { emailAuthor, emailReporters } from './notices.ts'
import { operatorOf } from './operatorRoute.ts'
import { selectTarget, type CaseKey, type Target } from './target.ts'

type Input = ParsedOf<typeof decideCasesEndpoint>
type DecisionContext = { me: Member; input: Input; publicOrigin: string }
type OpenReport = { report_id: string; reporter_id: string | null }

/** Decides every case, or none if one is refused. Runs in the transaction of the write. */
export async function decideCases(
  db: Db,
  context: DecisionContext,
): Promise<OutputOf<typeof decideCasesEndpoint>> {
  const unique = new Map(context.input.cases.map((key) => [`${key.target_type} ${key.target_id}`, key]))
  // The cases are sorted so that two bulk decisions lock them in the same order and cannot deadlock.
  const keys = [...unique].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key)
  let reports = 0
  for (const key of keys) reports += await decideCase(db, key, context)
  return { decided: keys.length, reports }
}

async function decideCase(db: Db, key: CaseKey, context: DecisionContext): Promise<number> {
  const { me, input, publicOrigin } = context
  const open = await lockOpenReports(db, key)
  if (input.decision !== 'restore' && open.length === 0) await refuseDecided(db, key)
  const target = await selectTarget(db, key)
  const author_id = target?.user_id ?? (await selectReportedMember(db, key))
  if (author_id === me.user_id) refuse('own_case')
  if (input.decision === 'restore') await selectAnyReport(db, key)
  await carryOut(db, key, { target, author_id, context })
  const operator = operatorOf(me)
  const note = input.reason?.trim() ?? ''
  for (const { report_id } of open) {
    await resolveReport(db, report_id, { by: operator, note })
    await recordAction(db, {
      action: 'report_resolved',
      operator,
      detail: { report_id, decision: input.decision },
    })
  }
  const notice = { ...key, decision: input.decision, reason: note, publicOrigin }
  if (author_id !== null && input.decision !== 'dismiss') {
    await emailAuthor(db, author_id, { ...notice, decided_by: operator })
  }
  await emailReporters(
    db,
    open.flatMap(({ reporter_id }) => reporter_id ?? []),
    notice,
  )
  return open.length
}

/**
 * Locks the open reports of a case. If two moderators decide at the same time, the second waits here and then finds no
 * open report.
 */
function lockOpenReports(db: Db, { target_type, target_id }: CaseKey): Promise<OpenReport[]> {
  return db<OpenReport[]>`
    select report_id, reporter_id from reports
     where target_id = ${target_id} and target_type = ${target_type} and resolved_at is null
     order by report_id for update`
}

async function refuseDecided(db: Db, key: CaseKey): Promise<never> {
  await selectAnyReport(db, key)
  refuse('case_decided')
}

/** Refuses a case without any report, because moderators may act only on what somebody reported. */
async function selectAnyReport(db: Db, { target_type, target_id }: CaseKey): Promise<void> {
  const [report] = await db`
    select from reports where target_id = ${target_id} and target_type = ${target_type} limit 1`
  if (!report) refuse('case_not_found')
}

async function selectReportedMember(db: Db, { target_type, target_id }: CaseKey): Promise<string | null> {
  const [row] = await db<{ user_id: string }[]>`
    select u.user_id from reports r join users u on u.user_id = r.reported_user_id
     where r.target_id = ${target_id} and r.target_type = ${target_type} and u.account_status <> 'closed' limit 1`
  return row?.user_id ?? null
}

type Facts = { target: Target | undefined; author_id: string | null; context: DecisionContext }

async function carryOut(db: Db, key: CaseKey, { target, author_id, context }: Facts): Promise<void> {
  const { me, input } = context
  const operator = operatorOf(me)
  if (input.decision === 'dismiss') return
  if (input.decision === 'hide') {
    if (!(await hide(db, key, operator))) refuse('nothing_to_change')
    return
  }
  if (author_id === null) refuse('nothing_to_change')
  if (input.decision === 'suspend') {
    await suspendAuthor(db, key, { user_id: author_id, days: input.days }, operator)
    if (target?.state === 'visible') await hide(db, key, operator)
    return
  }
  const [suspended] = await db`
    select from users where user_id = ${author_id} and account_status = 'suspended'`
  if (!(await restore(db, key, { target, author_id }, operator))) refuse('nothing_to_change')
  const decision = { by: operator, answer: input.reason?.trim() ?? '' }
  await closeAppealsOf(db, key, decision)
  // This also lifts the suspension of the author, which can be the decision of another case.
  if (suspended && key.target_type !== 'user') {
    await closeAppealsOf(db, { target_type: 'user', target_id: author_id }, decision)
  }
}
