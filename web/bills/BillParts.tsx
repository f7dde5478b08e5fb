import type { BillDetail } from '#contract/bills/bills.ts'
import { BillHistory } from './BillHistory.tsx'
import { Committees } from './Committees.tsx'
import { MoreAboutBill } from './MoreAboutBill.tsx'
import { People } from './People.tsx'
import { RelatedBills } from './RelatedBills.tsx'

/** Everything about a bill except its text: people, committees, history, related bills and more. */
export function BillParts({ bill }: { bill: BillDetail }) {
  return (
    <>
      <People bill={bill} />
      <Committees committees={bill.committees} />
      <BillHistory bill={bill} />
      <RelatedBills bill={bill} />
      <MoreAboutBill bill={bill} />
    </>
  )
}
