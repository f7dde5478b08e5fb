import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { listContacts } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatDate } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { MessageTimeline } from '#web/representatives/followUp/MessageTimeline.tsx'
import { deliveryLabel } from './deliveryText.ts'
import styles from './ContactSection.module.css'

const pageSize = 5
const maxShown = 50

/** The member's earlier messages about this bill, newest first. Without any message nothing is shown. */
export function SentMessages({ bill }: { bill: Bill }) {
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery({
    ...queryFor(listContacts, { bill_id: bill.bill_id, limit }),
    placeholderData: keepPreviousData,
  })
  if (!query.data || query.data.contacts.length === 0) {
    return null
  }
  const { contacts, pagination } = query.data
  return (
    <details className={styles.earlier}>
      <summary>
        {plural(
          pagination.total,
          'You wrote {n} message about this bill|You wrote {n} messages about this bill',
        )}
        <ChevronDown aria-hidden="true" />
      </summary>
      <ul>
        {contacts.map((contact) => (
          <li key={contact.contact_id}>
            <details>
              <summary>
                <b>{contact.rep_name}</b>
                <span className={styles.about}>
                  {formatDate(contact.created_at)} · {deliveryLabel(contact)}
                </span>
              </summary>
              <p className={styles.message}>
                <b>{contact.subject}</b>
                {`\n\n${contact.message}`}
              </p>
              <MessageTimeline contact={contact} />
            </details>
          </li>
        ))}
      </ul>
      {pagination.has_more && limit < maxShown && (
        <TextButton onClick={() => setLimit(maxShown)}>{t('Show earlier messages')}</TextButton>
      )}
    </details>
  )
}
