import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { roadText } from '#contract/bills/roadTexts.ts'
import { t } from '#contract/kit/translate.ts'
import { listRepresentatives, type Representative } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Section } from '#web/kit/ui/Section.tsx'
import { billVotesQuery } from '#web/voteEvents/billVotesQuery.ts'
import { votedText } from '#web/voteEvents/voteWords.ts'
import { officeText } from './office.ts'
import { Portrait } from './Portrait.tsx'
import styles from './BillRepresentatives.module.css'

type BillRepresentativesProps = {
  bill: BillDetail
  /** The button, form or state of a message to one of them. */
  contact: ReactNode
}

/** The viewer's representatives who have to do with the bill: who decides next, who sponsors it, and how they voted. */
export function BillRepresentatives({ bill, contact }: BillRepresentativesProps) {
  const query = useQuery({
    ...queryFor(listRepresentatives, { government_level: bill.government_level }),
    // Without an address the response is a failure, and asking again changes nothing.
    retry: false,
  })
  const votes = useQuery(billVotesQuery(bill.bill_id))
  const deciding = votes.data?.filter(({ counts_for_agreement }) => counts_for_agreement) ?? []
  const ownVotes = deciding.flatMap(({ your_representatives }) => your_representatives)
  const sponsors = bill.sponsorships.filter(
    ({ represents_you, withdrawn_on }) => represents_you && withdrawn_on === null,
  )
  const involved = (query.data?.representatives ?? [])
    .map((representative) => ({
      representative,
      decidesNext: decidesNext(bill, representative),
      waiting: waitingAt(bill, representative),
      vote: ownVotes.find(({ rep_id }) => rep_id === representative.rep_id),
      isSponsor: sponsors.some(({ rep_id }) => rep_id === representative.rep_id),
    }))
    .filter(
      ({ representative, decidesNext, waiting, vote, isSponsor }) =>
        decidesNext || waiting || vote || isSponsor || isInCouncilOf(bill, representative),
    )
  const lacksCouncilMember = isOfOwnCity(bill) && query.data?.missing_districts?.includes('council')
  return (
    <Section title={t('Your representatives')} className={`no-print ${styles.card}`}>
      {involved.length > 0 && (
        <ul>
          {involved.map(({ representative, decidesNext, waiting, vote, isSponsor }) => (
            <li key={representative.rep_id}>
              <Portrait representative={representative} />
              <span className={styles.person}>
                <Link to={paths.representative(representative.rep_id)}>{representative.rep_name}</Link>
                <span>
                  {officeText(representative)}
                  {isSponsor && ` · ${t('Sponsor')}`}
                </span>
              </span>
              <span className={styles.role} data-next={decidesNext || undefined}>
                {vote
                  ? votedText(vote.option, vote.source_option)
                  : decidesNext
                    ? t('Decides next')
                    : waiting && roadText(waiting)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lacksCouncilMember && (
        <p className={styles.hint}>
          {t('Your {office} appears once you choose a district.', { office: t('council member') })}{' '}
          <Link to={paths.settingsSection('location')}>{t('Choose your district')}</Link>
        </p>
      )}
      {contact}
    </Section>
  )
}

/** True if the record says that the office of this person decides next. A mayor decides only on bills of their own city. */
function decidesNext({ progress, is_local }: BillDetail, { title }: Representative): boolean {
  if (!is_local) {
    return false
  }
  const executive = /^the (.+)'s decision$/.exec(progress?.next ?? '')?.[1]
  return executive !== undefined && title.toLowerCase().startsWith(executive.toLowerCase())
}

/**
 * Returns the stage of a bill that has been sent to this person, such as "Sent to the Mayor", or null. It stays when the source was
 * not checked for a month, after which nobody is said to decide next.
 */
function waitingAt({ progress, is_local }: BillDetail, { title }: Representative): string | null {
  if (!is_local) {
    return null
  }
  const stage = progress?.stages.find(({ stage, state }) => stage === 'executive' && state === 'current')
  return stage?.label.toLowerCase().endsWith(` ${title.toLowerCase()}`) ? stage.label : null
}

const isOfOwnCity = ({ government_level, is_local }: BillDetail) => government_level === 'local' && is_local

/** A city has one council, so the resident's member of it votes on every bill of the city. */
function isInCouncilOf(bill: BillDetail, { title }: Representative): boolean {
  return isOfOwnCity(bill) && /^council ?member$/i.test(title)
}
