import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { listRepresentatives, type Representative } from '#contract/representatives.ts'
import { listBillVotes } from '#contract/votes/votes.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Section } from '#web/kit/ui/Section.tsx'
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
  const votes = useQuery(queryFor(listBillVotes, { id: bill.bill_id }))
  const deciding = votes.data?.vote_events.filter(({ counts_for_agreement }) => counts_for_agreement) ?? []
  const ownVotes = deciding.flatMap(({ your_representatives }) => your_representatives)
  const sponsors = bill.sponsorships.filter(({ represents_you }) => represents_you)
  const involved = (query.data?.representatives ?? [])
    .map((representative) => ({
      representative,
      decidesNext: decidesNext(bill, representative),
      vote: ownVotes.find(({ rep_id }) => rep_id === representative.rep_id),
      isSponsor: sponsors.some(({ rep_id }) => rep_id === representative.rep_id),
    }))
    .filter(({ decidesNext, vote, isSponsor }) => decidesNext || vote || isSponsor)
  return (
    <Section title={t('Your representatives')} className={`no-print ${styles.card}`}>
      {involved.length > 0 && (
        <ul>
          {involved.map(({ representative, decidesNext, vote, isSponsor }) => (
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
                {vote ? votedText(vote.option, vote.source_option) : decidesNext ? t('Decides next') : ''}
              </span>
            </li>
          ))}
        </ul>
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
