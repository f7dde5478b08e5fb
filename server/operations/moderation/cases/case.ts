import { refuse } from '#contract/kit/refusals.ts'
import { maxShownReports, type CaseDetail } from '#contract/moderation/cases.ts'
import { shownText } from '#server/operations/moderation/queries.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { selectNotes } from './notes.ts'
import { selectTarget, type CaseKey } from './target.ts'

const nowhere = { place: null, thread: [], bill_id: null, group_id: null }

/**
 * Reads one case with everything that a decision needs: the reports, the content with its context, and the history of
 * its author.
 */
export async function getCase(db: Db, { target_type, target_id }: CaseKey): Promise<CaseDetail> {
  const key = { target_type, target_id }
  const [totals] = await db<(CaseTotals & Pick<CaseDetail, 'assigned_to'>)[]>`
    select count(*)::int as report_count, coalesce(bool_or(resolved_at is null), false) as is_open,
           (array_agg(${shownText(db)} order by created_at desc) filter (where reported_text is not null))[1]
             as reported_text,
           (array_agg(reported_user_id) filter (where reported_user_id is not null and author_deleted_at is null))[1]
             as reported_user_id,
           (select jsonb_build_object('user_id', u.user_id, 'username', u.username)
              from case_assignments a join users u using (user_id)
             where a.target_id = ${target_id} and a.target_type = ${target_type}
               and u.account_status <> 'closed') as assigned_to
      from reports r where target_id = ${target_id} and target_type = ${target_type}`
  if (!totals || totals.report_count === 0) refuse('case_not_found')
  const target = await selectTarget(db, key)
  const author_id = target?.user_id ?? totals.reported_user_id
  return {
    ...key,
    is_open: totals.is_open,
    report_count: totals.report_count,
    assigned_to: totals.assigned_to,
    text: target?.text ?? null,
    language: target?.language ?? null,
    state: target?.state ?? 'deleted',
    reported_text: totals.reported_text === target?.text ? null : totals.reported_text,
    created_at: target?.created_at ?? null,
    context: target?.context ?? nowhere,
    author: author_id === null ? null : await selectAuthor(db, author_id, key),
    reports: await selectReports(db, key),
  }
}

type CaseTotals = {
  report_count: number
  is_open: boolean
  reported_text: string | null
  reported_user_id: string | null
}

async function selectAuthor(
  db: Db,
  user_id: string,
  { target_type, target_id }: CaseKey,
): Promise<CaseDetail['author']> {
  const [author] = await db<Omit<NonNullable<CaseDetail['author']>, 'notes'>[]>`
    select user_id, username, full_name, account_status, iso_time(suspended_until) as suspended_until,
           iso_time(created_at) as joined_at,
           (select count(*)::int from reports r where r.reported_user_id = u.user_id
               and (r.target_id, r.target_type) <> (${target_id}, ${target_type})) as other_reports,
           ((select count(*) from bill_comments c where c.user_id = u.user_id and c.hidden_at is not null)
             + (select count(*) from group_posts p where p.user_id = u.user_id and p.hidden_at is not null)
             + (select count(*) from group_comments g where g.user_id = u.user_id and g.hidden_at is not null)
             + (select count(*) from official_statements s
                 where s.user_id = u.user_id and s.hidden_at is not null))::int as hidden_items,
           (select count(*)::int from audit_log l where l.user_id = u.user_id and l.action = 'suspended')
             as suspensions
      from users u where user_id = ${user_id} and account_status <> 'closed'`
  return author ? { ...author, notes: await selectNotes(db, user_id) } : null
}

/** Selects the reports of a case, newest first. */
function selectReports(db: Db, { target_type, target_id }: CaseKey): Promise<CaseDetail['reports']> {
  return db<CaseDetail['reports']>`
    select report_id, reason, details, iso_time(created_at) as created_at, is_automatic, note
      from reports where target_id = ${target_id} and target_type = ${target_type}
     order by created_at desc, report_id limit ${maxShownReports}`
}
