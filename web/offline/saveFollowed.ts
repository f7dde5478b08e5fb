import { listFollows } from '#contract/alerts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { call } from '#web/kit/api/api.ts'
import { readItem, writeItem } from '#web/kit/browserStorage.ts'

const key = 'followedSavedAt'
const intervalMs = 12 * 60 * 60_000
const maxBills = 20

/** Reads the bills that the member follows so that the service worker saves them for a time without a network. At most twice a day. */
export async function saveFollowedBills(userId: string): Promise<void> {
  const [savedFor, time] = (readItem('local', key) ?? '').split(' ')
  if (savedFor === userId && Date.now() - Number(time) < intervalMs) return
  writeItem('local', key, `${userId} ${Date.now()}`)
  const { follows } = await call(listFollows, {})
  const bills = follows.filter(({ target_type }) => target_type === 'bill').slice(0, maxBills)
  for (const { target_id } of bills) await call(getBill, { id: target_id })
}
