import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { stanceProse, stanceCount, stances, stanceTotal, type StanceCounts } from '#contract/stances.ts'
import { formatNumber } from '#web/kit/format.ts'
import styles from './OutdatedStance.module.css'

/** With fewer stances on the current version, only their total is shown, because four small counts say little. */
const minStancesForCounts = 5

/**
 * The counts for the current version and for all versions. They are the same, and not shown, until the text changes
 * materially.
 */
export function CurrentVersionCounts({
  bill,
}: {
  bill: StanceCounts & Pick<BillDetail, 'current_version_counts'>
}) {
  const current = bill.current_version_counts
  if (stances.every((stance) => stanceCount(current, stance) === stanceCount(bill, stance))) {
    return null
  }
  return (
    <p className={`muted ${styles.versionCounts}`}>
      {t('{currentLine} On all versions: {listCounts}.', {
        currentLine: currentLine(current),
        listCounts: listCounts(bill),
      })}
    </p>
  )
}

function currentLine(counts: StanceCounts): string {
  const total = stanceTotal(counts)
  if (total >= minStancesForCounts) {
    return t('On this version: {listCounts}.', { listCounts: listCounts(counts) })
  }
  const people =
    total === 0 ? 'nobody has' : total === 1 ? '1 person has' : t('{total} people have', { total })
  return t('So far, {people} taken a stance on this version.', { people })
}

/** Returns, for example, "41 support, 12 oppose, 3 neutral, 6 still learning". */
function listCounts(counts: StanceCounts): string {
  return stances
    .map((stance) => `${formatNumber(stanceCount(counts, stance))} ${stanceProse[stance]}`)
    .join(', ')
}
