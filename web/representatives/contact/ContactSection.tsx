import { useQuery } from '@tanstack/react-query'
import { Send, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { formatDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { getMyPlaces, stateOfDivision, type MyPlaces } from '#contract/places.ts'
import { placeName, placeText } from '#contract/placeTexts.ts'
import { listContacts, listRepresentatives } from '#contract/representatives.ts'
import { ApiError, queryFor, messageOr } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button, IconButton, TextButton } from '#web/kit/ui/Button.tsx'
import { LoadingShape } from '#web/kit/ui/Feedback.tsx'
import { MessageTimeline } from '#web/representatives/followUp/MessageTimeline.tsx'
import { MissingDistricts } from '#web/representatives/MissingDistricts.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactSent, type SentMessage } from './ContactSent.tsx'
import { SentMessages } from './SentMessages.tsx'
import styles from './ContactSection.module.css'

/** How often the state of an email that is being sent is read again, in milliseconds. */
const mailInterval = 5_000

type ContactSectionProps = {
  bill: Bill
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Lets the member write to a representative about a bill. It shows a button, the form, or the last sent message. */
export function ContactSection({ bill, isOpen, onOpenChange }: ContactSectionProps) {
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const contacts = useQuery({
    ...queryFor(listContacts, { bill_id: bill.bill_id, limit: 1 }),
    refetchInterval: ({ state }) => state.data?.contacts[0]?.mail_state === 'pending' && mailInterval,
  })
  const [justSent, setJustSent] = useState<SentMessage | null>(null)
  const [laterId, setLaterId] = useState<string | null>(null)
  const openButton = useFocusOn<HTMLButtonElement>(laterId)

  const lastSent = contacts.data?.contacts[0]
  const isListed = lastSent !== undefined && lastSent.contact_id === justSent?.contact_id
  const latest: SentMessage | null = (isListed ? lastSent : justSent) ?? lastSent ?? null
  const sent = latest?.contact_id === laterId ? null : latest

  // A form that is open at first, because there is a draft, does not take the focus.
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen !== wasOpen.current || justSent) {
      const target = heading.current ?? openButton.current
      target?.focus()
    }
    wasOpen.current = isOpen
  }, [isOpen, justSent, openButton])

  function showSent(contact: SentMessage) {
    setJustSent(contact)
    onOpenChange(false)
  }

  if (!isOpen && !sent) {
    return (
      <Button ref={openButton} variant="secondary" block onClick={() => onOpenChange(true)}>
        <Send aria-hidden="true" />
        {t('Contact My Representative')}
      </Button>
    )
  }
  return (
    <section className={`card ${styles.section}`} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className="h-sec">
          {t('Contact my representative')}
        </h2>
        {isOpen && (
          <IconButton
            label={t('Close the form')}
            icon={<X aria-hidden="true" />}
            onClick={() => onOpenChange(false)}
          />
        )}
      </div>
      {isOpen ? (
        <Representatives bill={bill} onSent={showSent} />
      ) : (
        sent && (
          <>
            <ContactSent
              key={sent.contact_id}
              sent={sent}
              onAgain={() => onOpenChange(true)}
              onLater={() => setLaterId(sent.contact_id)}
            />
            {lastSent === sent && <MessageTimeline contact={lastSent} />}
            {(contacts.data?.pagination.total ?? 0) > 1 && <SentMessages bill={bill} />}
          </>
        )
      )}
    </section>
  )
}

/** The form, or the reason why it cannot be shown. */
function Representatives({ bill, onSent }: { bill: Bill; onSent: (sent: SentMessage) => void }) {
  const query = useQuery(queryFor(listRepresentatives, { government_level: bill.government_level }))
  const isLocal = bill.government_level !== 'federal'
  const myPlaces = useQuery({ ...queryFor(getMyPlaces, {}), enabled: isLocal })
  if (query.isPending || (isLocal && myPlaces.isPending)) {
    return (
      <LoadingShape
        label={t('Loading representatives...')}
        className={styles.loading}
        heights={['3.25rem', '3.25rem', '3.25rem']}
      />
    )
  }
  // If the member has no address, the server answers 200 with success: false.
  if (query.error instanceof ApiError && query.error.status === 200) {
    return (
      <Alert kind="warning" title={t('Where do you live?')} level={3}>
        <p>{query.error.message}</p>
        <Link to={paths.settingsSection('location')}>{t('Add your address')}</Link>
      </Alert>
    )
  }
  if (!query.data) {
    const message = messageOr(query.error, {
      response: t('Failed to load representatives'),
      noResponse: t('Failed to load representatives. Please try again.'),
    })
    return (
      <Alert kind="error" title={message} level={3}>
        <TextButton onClick={() => void query.refetch()}>{t('Try Again')}</TextButton>
      </Alert>
    )
  }
  const home = myPlaces.data?.places?.divisions ?? []
  const state = home.map(({ division }) => stateOfDivision(division)).find((name) => name !== null)
  // Without a state, it is uncertain where the member lives.
  if (isLocal && state && myPlaces.data?.places && isElsewhere(bill, myPlaces.data.places)) {
    return (
      <Alert kind="info" title={whereItIs(bill)} level={3}>
        <p>{t("Your representatives don't vote on it.")}</p>
        <Link
          to={`${paths.feed}?${new URLSearchParams([['scope', 'state'], ...bill.topics.map((topic) => ['topics', topic])])}`}
        >
          {t('Find bills like this in {state}', { state: placeText(state) })}
        </Link>
      </Alert>
    )
  }
  const missing = query.data.missing_districts ?? []
  if (query.data.representatives.length === 0) {
    return (
      <>
        <p className="muted">{t('No representatives found for your address.')}</p>
        <MissingDistricts missing={missing} />
      </>
    )
  }
  return (
    <>
      <MissingDistricts missing={missing} />
      <ContactForm topic={{ bill }} representatives={query.data.representatives} onSent={onSent} />
      <SentMessages bill={bill} />
    </>
  )
}

/** Says which body has the bill or had it, and on which day. */
function whereItIs({ jurisdiction, government_level, status, reached_on, checked_on }: Bill): string {
  const place = placeName(jurisdiction)
  const isLocal = government_level === 'local'
  if (status === 'passed') {
    if (!reached_on) {
      return isLocal
        ? t('Decided by the council of {place}', { place })
        : t('Decided by the legislature of {place}', { place })
    }
    const date = formatDay(reached_on)
    return isLocal
      ? t('Decided by the council of {place} on {date}', { place, date })
      : t('Decided by the legislature of {place} on {date}', { place, date })
  }
  if (status === 'rejected') {
    return reached_on
      ? t('This bill of {place} ended on {date}', { place, date: formatDay(reached_on) })
      : t('This bill of {place} has ended', { place })
  }
  if (checked_on) {
    const date = formatDay(checked_on)
    return isLocal
      ? t('As of {date}, before the council of {place}', { date, place })
      : t('As of {date}, before the legislature of {place}', { date, place })
  }
  return isLocal
    ? t('This is before the council of {place}', { place })
    : t('This is before the legislature of {place}', { place })
}

/** True if the bill belongs to a state or place in which the member does not live. */
function isElsewhere({ jurisdiction }: Bill, { divisions, candidates }: MyPlaces): boolean {
  const possible = [...divisions, ...Object.values(candidates).flat()]
  return !possible.some(({ division }) => division === jurisdiction)
}
