import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Mail, Newspaper, Users } from 'lucide-react'
import { useId } from 'react'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { getMyArea, getMyPlaces, maxAreaBills } from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { OwnRepresentatives } from '#web/representatives/OwnRepresentatives.tsx'
import styles from './AddressBenefits.module.css'

/** Two cards below the address in the settings. They show who represents the member and what else the address allows. */
export function AddressBenefits() {
  const { user } = useSession()
  const { data } = useQuery(queryFor(getMyPlaces, {}))
  const isLocated = (data?.places?.divisions.length ?? 0) > 0
  const headingId = useId()
  if (!user || !isLocated) {
    return null
  }
  return (
    <>
      <section className={`card ${styles.card}`} aria-labelledby={headingId}>
        <h2 id={headingId} className={styles.title}>
          {t('The people who represent you')}
        </h2>
        <div className={styles.body}>
          <OwnRepresentatives />
        </div>
      </section>
      <BenefitsCard />
    </>
  )
}

function BenefitsCard() {
  const headingId = useId()
  const area = useQuery(queryFor(getMyArea, {}))
  const representatives = useQuery(queryFor(listRepresentatives, {}))
  return (
    <section className={`card ${styles.card}`} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('What you can do with your address')}
      </h2>
      <QueryView
        query={area}
        level={3}
        title={t('This list could not be loaded')}
        shape={{
          label: t('Loading what you can do with your address'),
          className: styles.body,
          heights: ['8rem'],
        }}
      >
        {(data) => (
          <BenefitsList
            area={data}
            representativeCount={
              representatives.isPending ? 0 : (representatives.data?.representatives.length ?? null)
            }
          />
        )}
      </QueryView>
    </section>
  )
}

type BenefitsListProps = {
  area: OutputOf<typeof getMyArea>
  /** The number of representatives, or null if they could not be loaded. */
  representativeCount: number | null
}

function BenefitsList({ area: { groups, bodies }, representativeCount }: BenefitsListProps) {
  return (
    <>
      <ul className={styles.benefits}>
        {bodies.length > 0 && (
          <li>
            <Newspaper aria-hidden="true" />
            <div>
              <h3>{t('Bills that affect you')}</h3>
              <p className="muted">{bodies.map(bodyText).join(' · ')}</p>
            </div>
          </li>
        )}
        {groups.length > 0 && (
          <li>
            <Users aria-hidden="true" />
            <div>
              <h3>{t('Groups where you can post')}</h3>
              <p className={styles.groups}>
                {groups.map(({ group_id, group_name }) => (
                  <Link key={group_id} to={paths.group(group_id)}>
                    {placeText(group_name)}
                  </Link>
                ))}
              </p>
              <p className="muted">{t('You follow your city and your state from the start.')}</p>
            </div>
          </li>
        )}
        {representativeCount !== 0 && (
          <li>
            <Mail aria-hidden="true" />
            <div>
              <h3>{t('Messages')}</h3>
              <p className="muted">
                {representativeCount === null
                  ? t('You can write to your representatives, about any bill or topic.')
                  : plural(
                      representativeCount,
                      'You can write to {n} representative, about any bill or topic.|You can write to {n} representatives, about any bill or topic.',
                    )}
              </p>
            </div>
          </li>
        )}
      </ul>
      <p className={styles.onward}>
        <Link to={paths.feed}>
          {t('Go to your feed')}
          <ArrowRight aria-hidden="true" />
        </Link>
      </p>
    </>
  )
}

type Body = OutputOf<typeof getMyArea>['bodies'][number]

const country = 'ocd-division/country:us'

function bodyText({ division, name: divisionName, bill_count }: Body): string {
  const name = division === country ? t('Congress') : placeText(divisionName)
  return bill_count < maxAreaBills
    ? plural(bill_count, '{name}: {n} bill|{name}: {n} bills', { name })
    : t('{name}: {count} bills or more', { name, count: formatNumber(maxAreaBills) })
}
