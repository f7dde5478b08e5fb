import { type FirstStep, firstSteps } from '#contract/administration/administration.ts'
import { selectSources } from '#server/legislation/sync/status.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Facts = { has_backup: boolean; has_terms: boolean; has_privacy: boolean; administrators: number }

/**
 * Selects the first steps of an operator that are not done, or not any more: a mail server, a backup of the last two days, sources
 * that were checked lately, terms and a privacy policy, and a second administrator with two-step sign-in.
 */
export async function selectOpenSteps(db: Db, deliversMail: boolean): Promise<FirstStep[]> {
  const [facts] = await db<Facts[]>`
    select exists (select from backups where finished_at > now() - interval '2 days') as has_backup,
           exists (select from instance_branding where terms <> '') as has_terms,
           exists (select from instance_branding where privacy <> '') as has_privacy,
           (select count(*)::int from operator_roles r join users u using (user_id)
             where r.role = 'administrator' and u.account_status = 'active'
               and exists (select from second_factors s where s.user_id = r.user_id)) as administrators`
  const sources = await selectSources(db)
  const isDone: Record<FirstStep, boolean> = {
    mail: deliversMail,
    backup: facts?.has_backup ?? false,
    sources: sources.length > 0 && sources.every(({ stale }) => !stale),
    terms: facts?.has_terms ?? false,
    privacy: facts?.has_privacy ?? false,
    administrators: (facts?.administrators ?? 0) > 1,
  }
  return firstSteps.filter((step) => !isDone[step])
}
