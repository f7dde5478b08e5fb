import { sessionEndInWords } from '#contract/bills/summaryWords.ts'
import { plural, t } from '#contract/kit/translate.ts'
import type { FollowedUpdate } from '#server/participation/alerts/updatesList.ts'
import type { NewsSection } from './otherSections.ts'

type BillUpdates = { bill: FollowedUpdate['bill']; updates: readonly FollowedUpdate[] }

/** The maximum number of bills that a line names. The list of updates has all of them. */
const maxCodes = 3

/**
 * Separates the bills that only died with their session. They become one line per session, because all of a member's
 * bills in it die on the same day. If a session has only one such bill, the bill stays with the others.
 */
export function separateEndedSessions<News extends BillUpdates>(
  bills: readonly News[],
): { ended: NewsSection[]; others: News[] } {
  const sessions = Map.groupBy(bills, ({ bill, updates: [update, ...more] }) =>
    update?.update_type === 'session_ended' && more.length === 0
      ? `${bill.jurisdiction} ${update.summary}`
      : null,
  )
  const together = [...sessions].flatMap(([session, ended]) =>
    session !== null && ended.length > 1 ? [ended] : [],
  )
  if (together.length === 0) {
    return { ended: [], others: [...bills] }
  }
  const separated = new Set(together.flat())
  const lines = together.map((ended) => ({ text: lineOf(ended), path: '/updates' }))
  return {
    ended: [{ heading: t('Sessions that ended'), lines, count: lines.length, isPersonal: false }],
    others: bills.filter((news) => !separated.has(news)),
  }
}

/**
 * Returns a line such as "12 bills you follow died when the 119th Congress ended on January 3, 2027: H.R. 1, H.R. 2, S.
 * 3 and 9 more". The name of the session is in the stored summary, which is in English.
 */
function lineOf(ended: readonly BillUpdates[]): string {
  const codes = ended.slice(0, maxCodes).map(({ bill }) => bill.bill_code)
  const more = ended.length - codes.length
  const summary = ended[0]?.updates[0]?.summary ?? ''
  const values = { what: sessionEndInWords(summary), bills: codes.join(', ') }
  return more > 0
    ? plural(
        more,
        '{count} bills you follow {what}: {bills} and {n} more|{count} bills you follow {what}: {bills} and {n} more',
        {
          ...values,
          count: ended.length,
        },
      )
    : t('{count} bills you follow {what}: {bills}', { ...values, count: ended.length })
}
