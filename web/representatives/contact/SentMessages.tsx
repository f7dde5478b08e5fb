import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { listContacts } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { MessageTimeline } from '#web/representatives/followUp/MessageTimeline.tsx'
import { deliveryLabel } from './deliveryText.ts'
import styles from './ContactSection.module.css'

const pageSize = 5
const maxShown = 50

/** The member's earlier messages about this bill, newest first. Without any message nothing is shown. */
export function SentMessages({ bill: { bill_id } }: { bill: Bill }) {
  const [showsAll, setShowsAll] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const first = useQuery(queryFor(listContacts, { bill_id, limit: pageSize }))
  const all = useQuery({ ...queryFor(listContacts, { bill_id, limit: maxShown }), enabled: showsAll })
  const loaded = showsAll ? all.data : undefined
  // Only a press loads again what could not be loaded. If it loaded by itself later, it could take the focus.
  if (showsAll && !loaded && all.isError) {
    setShowsAll(false)
    setHasFailed(true)
  }
  // The first messages stay while the others load, and if they cannot be loaded.
  const data = loaded ?? first.data
  const contacts = data?.contacts ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(
    contacts.length,
    ':scope > li > details > summary',
    loaded ? 2 : 1,
  )
  if (!data || contacts.length === 0) {
    return null
  }
  const { pagination } = data
  return (
    <details className={styles.earlier}>
      <summary>
        {plural(
          pagination.total,
          'You wrote {n} message about this bill|You wrote {n} messages about this bill',
        )}
        <ChevronDown aria-hidden="true" />
      </summary>
      <ul ref={list}>
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
      {hasFailed && (
        <div role="alert">
          <FieldError>{t('The messages could not be loaded')}</FieldError>
        </div>
      )}
      {pagination.has_more && !loaded && (
        <TextButton
          onClick={() => {
            setHasFailed(false)
            setShowsAll(true)
          }}
        >
          {t('Show earlier messages')}
        </TextButton>
      )}
    </details>
  )
}
