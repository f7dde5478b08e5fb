import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation } from 'react-router'
import { findBill } from '#contract/bills/bills.ts'
import { sectionOfFragment } from '#contract/bills/sectionLinks.ts'
import { ApiError, queryFor } from '#web/kit/api/api.ts'
import { paths, sectionVersionOf } from '#web/kit/paths.ts'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'

/** Opens the bill of an address such as /us/119/hr/1, in any spelling. An address without a bill leads to the feed. */
export default function BillAddressScreen() {
  const { pathname, search, hash } = useLocation()
  const query = useQuery(queryFor(findBill, { address: pathname }))
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  if (isMissing) return <Navigate to={paths.feed} replace />
  if (!query.data) {
    const loading = <Loading wholePage>Loading...</Loading>
    return <QueryView query={query} level={1} title="The bill could not be loaded" loading={loading} />
  }
  const { bill_id } = query.data
  const section = sectionOfFragment(hash)
  const comment = new URLSearchParams(search).get('comment')
  const destination = section
    ? paths.billSection(bill_id, section, sectionVersionOf(search))
    : paths.bill(bill_id, comment)
  return <Navigate to={destination} replace />
}
