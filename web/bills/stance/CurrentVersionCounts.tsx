import type { BillDetail } from '../../../contract/bills/bills.ts'
import {
  stanceProse,
  stanceCount,
  stances,
  stanceTotal,
  type StanceCounts,
} from '../../../contract/rules/stances.ts'
import { formatNumber } from '../../kit/format.ts'
import styles from './OutdatedStance.module.css'

/** With fewer stances than this on the current version, only their total is shown, because four small counts say little. */
const fewStances = 5

/** The stances on the current version beside those on all versions, once a material change sets them apart. */
export function CurrentVersionCounts({ bill }: { bill: BillDetail }) {
  const current = bill.current_version_counts
  if (stances.every((stance) => stanceCount(current, stance) === stanceCount(bill, stance))) return null
  return (
    <p className={`muted ${styles.versionCounts}`}>
      {currentLine(current)} On all versions: {listCounts(bill)}.
    </p>
  )
}

function currentLine(counts: StanceCounts): string {
  const total = stanceTotal(counts)
  if (total >= fewStances) return `On this version: ${listCounts(counts)}.`
  const people = total === 0 ? 'nobody has' : total === 1 ? '1 person has' : `${total} people have`
  return `So far, ${people} taken a stance on this version.`
}

/** "41 support, 12 oppose, 3 neutral, 6 still learning" */
function listCounts(counts: StanceCounts): string {
  return stances
    .map((stance) => `${formatNumber(stanceCount(counts, stance))} ${stanceProse[stance]}`)
    .join(', ')
}
