import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { statusLabels } from '#contract/bills/billContent.ts'
import {
  type CommitteeEvent,
  type CommitteeMember,
  getCommittee,
  calendarPath,
  eventTime,
} from '#contract/hearings.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { listFormat, plural, t } from '#contract/kit/translate.ts'
import { placeName, placeText } from '#contract/placeTexts.ts'
import { FollowTargetButton } from '#web/alerts/FollowTargetButton.tsx'
import { committeeActivities } from '#web/bills/committeeActivities.ts'
import { messageOr, queryFor } from '#web/kit/api/api.ts'
import { roleNames } from '#web/kit/committeeRoles.ts'
import { formatDate, lastChecked } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { partyName } from '#web/kit/partyName.ts'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useParams } from '#web/kit/router.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { notFound, QueryView } from '#web/kit/ui/QueryView.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { bodyName } from '#web/voteEvents/voteWords.ts'
import { pageText } from './pageText.ts'
import styles from './CommitteeScreen.module.css'

type CommitteeResponse = OutputOf<typeof getCommittee>

const pageSize = 20

/** The screen /committees/:committeeId. It shows the members of a committee, its next meetings and its bills. */
export default function CommitteeScreen() {
  const { committeeId = '' } = useParams()
  const query = useQuery(queryFor(getCommittee, { id: committeeId }))
  usePageTitle(query.data?.committee.name ?? t('Committee'))
  if (!query.data) {
    return (
      <div className={styles.screen}>
        <QueryView
          query={query}
          level={1}
          title={t('The committee could not be loaded')}
          shape={{
            label: t('Loading the committee...'),
            className: styles.loading,
            heights: ['6rem', '8rem', '16rem'],
          }}
          instead={notFound(t('Committee not found'), t('Check the address of the page.'))}
        />
      </div>
    )
  }
  const { committee, memberships, upcoming_events } = query.data
  return (
    <div className={styles.screen}>
      <Head committee={committee} />
      <Meetings committee_id={committee.committee_id} events={upcoming_events} />
      <Members memberships={memberships} />
      <Bills key={committee.committee_id} first={query.data} />
      {committee.subcommittees.length > 0 && (
        <Section className={styles.part} title={t('Subcommittees')}>
          <ul className={styles.lines}>
            {committee.subcommittees.map(({ committee_id, name }) => (
              <li key={committee_id}>
                <Link to={paths.committee(committee_id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <p className="caption-text">
        {t('Source: {source}, {checked}', {
          source: committee.source_name,
          checked: lastChecked(committee.source_checked_at),
        })}
      </p>
    </div>
  )
}

function Head({ committee }: Pick<CommitteeResponse, 'committee'>) {
  const { committee_id, name, organization, parent, url } = committee
  return (
    <header className={styles.head}>
      <div>
        <h1 className="h-page">{name}</h1>
        <p className="muted">
          {[seatOf(organization), bodyName(organization)].filter(Boolean).join(' · ')}
          {parent && (
            <>
              {' · '}
              <T
                text="Part of {committee}"
                values={{ committee: <Link to={paths.committee(parent.committee_id)}>{parent.name}</Link> }}
              />
            </>
          )}
        </p>
        {url && (
          <p>
            <a className={styles.site} href={url} target="_blank" rel="noreferrer">
              {t('Official website')}
            </a>
          </p>
        )}
      </div>
      <FollowTargetButton
        target={{ target_type: 'committee', target_id: committee_id }}
        name={name}
        what={t('committee')}
      />
    </header>
  )
}

/**
 * Returns the place of an organization, such as "Michigan" for "mi/lower", or "New York, NY" for its council. Congress
 * needs none, because its chambers are known by their names.
 */
function seatOf(organization: string): string | null {
  const [state = '', ...more] = organization.split('/')
  if (state === 'us') {
    return null
  }
  return placeName(['ocd-division/country:us', `state:${state}`, ...more.slice(0, -1)].join('/'))
}

function Meetings({ committee_id, events }: { committee_id: string; events: readonly CommitteeEvent[] }) {
  return (
    <Section className={styles.part} title={t('Upcoming meetings')}>
      {events.length === 0 ? (
        <p className="muted">{t('No meeting has been announced.')}</p>
      ) : (
        <ul className={styles.lines}>
          {events.map((event) => (
            <li key={event.event_id}>
              <b>{eventTime(event)}</b>
              <span className={styles.about}>{[event.name, event.location].filter(Boolean).join(' · ')}</span>
              {event.status === 'changed' && (
                <span className={styles.about}>{t('This meeting was moved.')}</span>
              )}
              {event.bill_count > 0 && <Agenda event={event} />}
              {event.url && (
                <a href={event.url} target="_blank" rel="noreferrer">
                  {t('Official notice')}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <a href={calendarPath('committee', committee_id)}>{t('Add to calendar')}</a>
    </Section>
  )
}

function Agenda({ event: { bills, bill_count } }: { event: CommitteeEvent }) {
  const others = bill_count - bills.length
  const items: ReactNode[] = [
    ...bills.map(({ bill_id, bill_code }) => (
      <Link key={bill_id} to={paths.bill(bill_id)}>
        {bill_code}
      </Link>
    )),
    ...(others > 0 ? [plural(others, '[bills]{n} more|{n} more')] : []),
  ]
  return (
    <span className={styles.about}>
      <T text="On the agenda: {bills}" values={{ bills: <List items={items} /> }} />
    </span>
  )
}

/** Elements with commas and the word for "and" between them, as the reader's language writes lists. */
function List({ items }: { items: readonly ReactNode[] }) {
  const parts = listFormat().formatToParts(items.map((_, index) => `${index}`))
  return parts.map(({ type, value }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a list never change
    <Fragment key={index}>{type === 'element' ? items[Number(value)] : value}</Fragment>
  ))
}

function Members({ memberships }: Pick<CommitteeResponse, 'memberships'>) {
  return (
    <Section className={styles.part} title={t('[committee]Members')}>
      {memberships.length === 0 ? (
        <p className="muted">{t('No list of members was published.')}</p>
      ) : (
        <ul className={styles.members}>
          {memberships.map((member) => (
            <li key={`${member.rep_id} ${member.name}`}>
              {member.rep_id ? (
                <Link to={paths.representative(member.rep_id)}>{member.name}</Link>
              ) : (
                <b>{member.name}</b>
              )}
              <span className={styles.about}>{describeMember(member)}</span>
              {member.represents_you && <span className={styles.yours}>{t('Represents you')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function describeMember({ role, party, district }: CommitteeMember): string {
  // Some sources have titles of their own, which stay in the words of the source.
  const name = role in roleNames ? roleNames[role] : role.charAt(0).toUpperCase() + role.slice(1)
  return [name, party && partyName(party), district && placeText(district)].filter(Boolean).join(' · ')
}

/**
 * The bills of the committee. The response with the committee contains the first page. The other pages load on request.
 */
function Bills({ first }: { first: CommitteeResponse }) {
  const id = first.committee.committee_id
  const [offset, setOffset] = useState(0)
  const query = useQuery(queryFor(getCommittee, offset === 0 ? { id } : { id, limit: pageSize, offset }))
  // The page on the screen stays while another one loads, and if that fails.
  const [page, setPage] = useState(first)
  if (query.data && query.data !== page) {
    setPage(query.data)
  }
  const { bills, pagination } = page
  // Only a press loads again what could not be loaded. If it loaded by itself later, it would replace the bills that are being
  // read.
  const [failure, setFailure] = useState<Error | null>(null)
  if (query.isError && !query.data && offset !== pagination.offset) {
    setFailure(query.error)
    setOffset(pagination.offset)
  }

  function load(next: number) {
    setFailure(null)
    setOffset(next)
  }

  return (
    <Section className={styles.part} title={t('Bills before it')}>
      {bills.length === 0 ? (
        <p className="muted">{t('No bill here names this committee.')}</p>
      ) : (
        <ul className={styles.lines}>
          {bills.map(({ bill_id, bill_code, title, status, activity, since }) => (
            <li key={bill_id}>
              <Link to={paths.bill(bill_id)} lang={recordLanguage}>
                {`${bill_code}: ${title}`}
              </Link>
              <span className={styles.about}>
                {t(statusLabels[status])} ·{' '}
                {since
                  ? t('{activity} on {date}', {
                      activity: committeeActivities[activity],
                      date: formatDate(since),
                    })
                  : committeeActivities[activity]}
              </span>
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <div role="alert">
          <FieldError>{messageOr(failure, t('The bills could not be loaded. Please try again.'))}</FieldError>
        </div>
      )}
      {pagination.total > pageSize && (
        <nav className={styles.pages} aria-label={t('Pages of bills')}>
          <Button
            variant="secondary"
            // Browsers remove the focus from disabled buttons.
            aria-disabled={pagination.offset === 0}
            onClick={() => pagination.offset > 0 && load(Math.max(0, pagination.offset - pageSize))}
          >
            {t('Previous')}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the result of a form */}
          <span role="status">{pageText(pagination.offset, bills.length, pagination.total)}</span>
          <Button
            variant="secondary"
            aria-disabled={!pagination.has_more}
            onClick={() => pagination.has_more && load(pagination.offset + pageSize)}
          >
            {t('Next')}
          </Button>
        </nav>
      )}
    </Section>
  )
}
