import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Phone } from 'lucide-react'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { formatDay } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { getAgreement, getRepresentative } from '#contract/votes/votes.ts'
import { FollowTargetButton } from '#web/alerts/FollowTargetButton.tsx'
import { today } from '#web/bills/today.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { roleNames } from '#web/kit/committeeRoles.ts'
import { lastChecked, formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useParams } from '#web/kit/router.tsx'
import { notFound, QueryView } from '#web/kit/ui/QueryView.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { Portrait } from '#web/representatives/Portrait.tsx'
import { AgreementSection } from './AgreementSection.tsx'
import { RecentVotes, recentVotes } from './RecentVotes.tsx'
import { TermsTable } from './TermsTable.tsx'
import styles from './RepresentativeScreen.module.css'

type Profile = OutputOf<typeof getRepresentative>

/**
 * The screen /representatives/:repId: a representative, their votes on bills that the viewer took a stance on, and
 * their recent votes, bills, committees and terms.
 */
export default function RepresentativeScreen() {
  const { repId = '' } = useParams()
  const query = useQuery(queryFor(getRepresentative, { id: repId }))
  // The first sections are shown together with the rest so that they do not push it down when they arrive.
  const agreement = useQuery(queryFor(getAgreement, { id: repId }))
  const votes = useQuery(recentVotes(repId))
  usePageTitle(query.data?.representative.rep_name ?? t('Representative'))
  const isComplete = !agreement.isPending && !votes.isPending
  if (!query.data || !isComplete) {
    return (
      <div className={styles.screen}>
        <QueryView
          query={{ ...query, data: isComplete ? query.data : undefined }}
          level={1}
          title={t('The representative could not be loaded')}
          shape={{
            label: t('Loading the representative...'),
            className: styles.loading,
            heights: ['6rem', '12rem', '12rem'],
          }}
          instead={notFound(t('Representative not found'), t('Check the address of the page.'))}
        />
      </div>
    )
  }
  const profile = query.data
  return (
    <div className={styles.screen}>
      <Head profile={profile} />
      <AgreementSection rep_id={profile.representative.rep_id} />
      <RecentVotes
        key={profile.representative.rep_id}
        rep_id={profile.representative.rep_id}
        attendance={profile.attendance}
        attendance_total={profile.attendance_total}
      />
      <SponsoredBills profile={profile} />
      <Committees profile={profile} />
      <Terms profile={profile} />
      <p className="caption-text">
        {t('Source: {source}', { source: profile.representative.source_name })}
        {profile.representative.source_checked_at &&
          `, ${lastChecked(profile.representative.source_checked_at)}`}
      </p>
    </div>
  )
}

/** The person's office today, or when somebody who was elected takes office. */
function officeState({ representative: { is_in_office, represents_you }, terms }: Profile): string {
  if (is_in_office) {
    return represents_you ? t('Represents you') : t('In office')
  }
  // The newest term comes first.
  const next = terms.findLast(({ from }) => from !== null && from > today())
  return next?.from ? t('Takes office on {date}', { date: formatDay(next.from) }) : t('No longer in office')
}

function Head({ profile }: { profile: Profile }) {
  const { representative } = profile
  const { rep_id, rep_name, title, district, party, office_phone, contact_form_url } = representative
  const office = [title && officeTitle(title), district && placeText(district)].filter(Boolean).join(', ')
  return (
    <header className={styles.head}>
      <Portrait representative={representative} />
      <div className={styles.who}>
        <h1 className="h-page">{rep_name}</h1>
        <p>{[office, party && partyName(party)].filter(Boolean).join(' · ')}</p>
        <p className={styles.state}>{officeState(profile)}</p>
        <p className={styles.contact}>
          {office_phone && (
            <a href={`tel:${office_phone}`}>
              <Phone aria-hidden="true" />
              {office_phone}
            </a>
          )}
          {contact_form_url && (
            <a href={contact_form_url} target="_blank" rel="noreferrer">
              {t('Contact form')}
              <ExternalLink aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
      <FollowTargetButton
        target={{ target_type: 'representative', target_id: rep_id }}
        name={rep_name}
        what={rep_name}
      />
    </header>
  )
}

function SponsoredBills({ profile: { sponsorship_counts, sponsored_bills } }: { profile: Profile }) {
  return (
    <Section className={styles.part} title={t('Sponsored bills')}>
      {sponsorship_counts.total === 0 ? (
        <p className="muted">{t('No bill here names this person as a sponsor.')}</p>
      ) : (
        <p className="muted">
          {plural(
            sponsorship_counts.total,
            'Sponsor or cosponsor of {n} bill, {recent} of them in the last year.|Sponsor or cosponsor of {n} bills, {recent} of them in the last year.',
            { recent: formatNumber(sponsorship_counts.recent) },
          )}
        </p>
      )}
      {sponsored_bills.length > 0 && (
        <ul className={styles.lines}>
          {sponsored_bills.map(({ bill_id, bill_code, title }) => (
            <li key={bill_id}>
              <Link to={paths.bill(bill_id)} lang={recordLanguage}>{`${bill_code}: ${title}`}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Committees({ profile: { committees } }: { profile: Profile }) {
  return (
    <Section className={styles.part} title={t('Committees')}>
      {committees.length === 0 ? (
        <p className="muted">{t('No committees are listed.')}</p>
      ) : (
        <ul className={styles.lines}>
          {committees.map(({ committee_id, name, role }) => (
            <li key={committee_id}>
              <Link to={paths.committee(committee_id)}>{name}</Link>
              {role !== 'member' && `, ${roleNames[role]?.toLowerCase() ?? role}`}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Terms({ profile: { terms } }: { profile: Profile }) {
  if (terms.length === 0) {
    return null
  }
  return (
    <Section className={styles.part} title={t('Terms of office')}>
      <TermsTable terms={terms} />
    </Section>
  )
}
