import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '../../contract/bills.ts'
import { listContacts } from '../../contract/representatives.ts'
import { queryFor } from '../kit/api/api.ts'
import { pluralize, formatDate } from '../kit/format.ts'
import { TextButton } from '../kit/ui/Button.tsx'
import { inShort } from './deliveryWords.ts'
import styles from './ContactSection.module.css'

const pageSize = 5
const mostAtOnce = 50

/** What the member wrote about this bill before, the newest first; nothing where there is none. */
export function EarlierLetters({ bill }: { bill: Bill }) {
  const [limit, setLimit] = useState(pageSize)
  const earlier = useQuery({
    ...queryFor(listContacts, { bill_id: bill.bill_id, limit }),
    placeholderData: keepPreviousData,
  })
  if (!earlier.data || earlier.data.contacts.length === 0) return null
  const { contacts, pagination } = earlier.data
  return (
    <details className={styles.earlier}>
      <summary>
        You wrote {pluralize(pagination.total, 'message')} about this bill
        <ChevronDown aria-hidden="true" />
      </summary>
      <ul>
        {contacts.map((one) => (
          <li key={one.contact_id}>
            <details>
              <summary>
                <b>{one.rep_name}</b>
                <span className={styles.about}>
                  {formatDate(one.created_at)} · {inShort(one)}
                </span>
              </summary>
              <p className={styles.letter}>
                <b>{one.subject}</b>
                {`\n\n${one.message}`}
              </p>
            </details>
          </li>
        ))}
      </ul>
      {pagination.has_more && limit < mostAtOnce && (
        <TextButton onClick={() => setLimit(mostAtOnce)}>Show earlier messages</TextButton>
      )}
    </details>
  )
}
