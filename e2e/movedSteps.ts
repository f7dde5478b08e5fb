import { takeStance } from '#contract/bills/bills.ts'
import { nextDate } from './billSteps.ts'
import { uniquePlace } from './groupSteps.ts'
import { uniqueName, type TestServer } from './support/product.ts'

/** Creates bills of a city that moved ten minutes ago, and a resident with a stance on each who has been away for an hour. */
export async function createMovedBills(app: TestServer, count: number) {
  const jurisdiction = uniquePlace('moved').division
  const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
  const member = await app.resident(uniqueName('back'), jurisdiction, verified)
  const titles = Array.from({ length: count }, () => uniqueName('Night Bus Act '))
  for (const title of titles) {
    // oxlint-disable-next-line no-await-in-loop -- in order, the newest last
    const { bill_id } = await app.bill(title, {
      created_at: nextDate(),
      government_level: 'local',
      jurisdiction,
    })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await member.call(takeStance, { id: bill_id, stance: 'support' })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await app.pool`
      update bills set status = 'passed', moved_at = now() - interval '10 minutes', moved_by = 'status'
       where bill_id = ${bill_id}`
  }
  await app.pool`
    update stances set first_taken_at = now() - interval '2 hours' where user_id = ${member.user_id}`
  await app.pool`
    update users set active_at = now() - interval '1 hour' where user_id = ${member.user_id}`
  return { member: await app.signInAgain(member), titles }
}
