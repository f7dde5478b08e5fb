import type { NextEvent } from '../../contract/billParts.ts'
import { formatDate } from '../kit/format.ts'
import styles from './BillParts.module.css'

/** The next hearing or meeting at which the bill comes up. */
export function NextEventCard({ event }: { event: NextEvent }) {
  const time = event.starts_at
    ? new Intl.DateTimeFormat('en-US', {
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: event.time_zone,
        timeZoneName: 'short',
      }).format(new Date(event.starts_at))
    : formatDate(event.starts_on)
  return (
    <section className={`card ${styles.event}`} aria-label="Next event">
      <p>
        <b>{event.names_bill ? 'Next:' : 'The committee meets:'}</b> {time}, {event.name}
        {event.location && `, ${event.location}`}
      </p>
      {!event.names_bill && (
        <p className={styles.muted}>The committee meets. This bill isn’t on the agenda.</p>
      )}
      {event.url && (
        <p>
          <a href={event.url} target="_blank" rel="noreferrer">
            Official notice
          </a>
        </p>
      )}
    </section>
  )
}
