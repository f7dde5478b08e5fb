import type { Pool } from '#server/platform/postgres/db.ts'

/**
 * The number of days after which a report about a deleted member is removed, and after which the copy of the reported text
 * of any report is removed.
 */
export const reportDays = 180

const batch = 1_000

/** Removes a batch of old copies of reported text. Returns true if more are left. */
export async function eraseReportedTexts(pool: Pool): Promise<boolean> {
  const { count } = await pool`
    update reports set reported_text = null where report_id in (
      select report_id from reports
       where reported_text is not null and created_at < now() - make_interval(days => ${reportDays})
       limit ${batch})`
  return count === batch
}
