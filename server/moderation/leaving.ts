import type { Db } from '../kit/db.ts'

/**
 * What a leaving member reported stays before the operators, without their name and their words; what others reported
 * of them goes, since there is nobody left to judge. Comments and posts have their own ways.
 */
export async function leaveReports(db: Db, user_id: string): Promise<void> {
  await db`delete from reports where target_id = ${user_id} and target_type = 'user'`
  await db`update reports set reporter_id = null, details = null where reporter_id = ${user_id}`
}
