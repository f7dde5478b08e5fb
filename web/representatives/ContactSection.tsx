import { useQuery } from '@tanstack/react-query'
import { Send, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Bill } from '../../contract/bills.ts'
import { listContacts, listRepresentatives } from '../../contract/representatives.ts'
import { ApiError, queryFor, messageOr } from '../kit/api/api.ts'
import { paths } from '../kit/paths.ts'
import { Alert } from '../kit/ui/Alert.tsx'
import { Button, IconButton, TextButton } from '../kit/ui/Button.tsx'
import { LoadingShape, Skeleton } from '../kit/ui/Feedback.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactSent, type Sent } from './ContactSent.tsx'
import { EarlierLetters } from './EarlierLetters.tsx'
import { MissingDistricts } from './MissingDistricts.tsx'
import styles from './ContactSection.module.css'

type ContactSectionProps = {
  bill: Bill
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Writing to a representative about a bill: closed, open, sent; what was sent is there again after a reload (R65). */
export function ContactSection({ bill, isOpen, onOpenChange }: ContactSectionProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const earlier = useQuery(queryFor(listContacts, { bill_id: bill.bill_id, limit: 1 }))
  const [justSent, setJustSent] = useState<Sent | null>(null)

  const before = earlier.data?.contacts[0]
  const sent: Sent | null = justSent ?? before ?? null

  // A form that is open again with what was being written takes the focus from nothing.
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if ((isOpen && !wasOpen.current) || justSent) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, justSent])

  function remember(contact: Sent) {
    setJustSent(contact)
    onOpenChange(false)
  }

  if (!isOpen && !sent) {
    return (
      <Button variant="secondary" block onClick={() => onOpenChange(true)}>
        <Send aria-hidden="true" />
        Contact My Representative
      </Button>
    )
  }
  return (
    <section className={`card ${styles.section}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className="h-sec">
          Contact my representative
        </h2>
        {isOpen && (
          <IconButton
            label="Close the form"
            icon={<X aria-hidden="true" />}
            onClick={() => onOpenChange(false)}
          />
        )}
      </div>
      {isOpen ? (
        <Representatives bill={bill} onSent={remember} />
      ) : (
        sent && <ContactSent sent={sent} onAgain={() => onOpenChange(true)} />
      )}
    </section>
  )
}

/** The form, or why it cannot be filled. */
function Representatives({ bill, onSent }: { bill: Bill; onSent: (sent: Sent) => void }) {
  const found = useQuery(queryFor(listRepresentatives, { government_level: bill.government_level }))
  if (found.isPending) {
    return (
      <LoadingShape label="Loading representatives..." className={styles.loading}>
        <Skeleton height="3.25rem" />
        <Skeleton height="3.25rem" />
        <Skeleton height="3.25rem" />
      </LoadingShape>
    )
  }
  // A missing address is answered with 200 and no success: it is no failure of the server (R64).
  if (found.error instanceof ApiError && found.error.status === 200) {
    return (
      <Alert kind="warning" title="Where do you live?" level={3}>
        <p>{found.error.words}</p>
        <Link to={paths.settingsSection('location')}>Add your address</Link>
      </Alert>
    )
  }
  if (found.isError) {
    const words = messageOr(found.error, {
      answer: 'Failed to load representatives',
      exception: 'Failed to load representatives. Please try again.',
    })
    return (
      <Alert kind="error" title={words} level={3}>
        <TextButton onClick={() => void found.refetch()}>Try Again</TextButton>
      </Alert>
    )
  }
  const missing = found.data.missing_districts ?? []
  if (found.data.representatives.length === 0) {
    return (
      <>
        <p className="muted">No representatives found for your address.</p>
        <MissingDistricts missing={missing} />
      </>
    )
  }
  return (
    <>
      <MissingDistricts missing={missing} />
      <ContactForm bill={bill} representatives={found.data.representatives} onSent={onSent} />
      <EarlierLetters bill={bill} />
    </>
  )
}
