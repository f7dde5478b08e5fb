import type { BillDetail } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
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
      {currentLine(current)} {t('On all versions: {counts}.', { counts: listCounts(bill) })}
    </p>
  )
}

function currentLine(counts: StanceCounts): string {
  const total = stanceTotal(counts)
  if (total >= minStancesForCounts) {
    return t('On this version: {counts}.', { counts: listCounts(counts) })
  }
  return total === 0
    ? t('So far, nobody has taken a stance on this version.')
    : plural(
        total,
        'So far, {n} person has taken a stance on this version.|So far, {n} people have taken a stance on this version.',
      )
}

/** Returns, for example, "41 support, 12 oppose, 3 neutral, 6 still learning". */
function listCounts(counts: StanceCounts): string {
  return stances
    .map((stance) => `${formatNumber(stanceCount(counts, stance))} ${t(stanceProse[stance])}`)
    .join(', ')
}
