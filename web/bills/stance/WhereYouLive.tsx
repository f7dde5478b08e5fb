import { useQuery } from '@tanstack/react-query'
import {
  coverageText,
  listDistrictStances,
  unmatchedText,
  withheldText,
  type DistrictStances,
} from '#contract/bills/districts.ts'
import { formatDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { unmatchedAddress } from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { describeStances } from '#contract/stances.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { StanceBar } from './StanceBar.tsx'
import styles from './WhereYouLive.module.css'

/** What people in the member's own divisions say about a bill, with who took part and how many did not. */
export function WhereYouLive({ bill_id }: { bill_id: string }) {
  const query = useQuery({ ...queryFor(listDistrictStances, { id: bill_id }), staleTime: 60_000 })
  return (
    <Section title={t('Where you live')} className={`no-print ${styles.card}`}>
      <QueryView
        query={query}
        level={3}
        title={t('The numbers of your district could not be loaded')}
        shape={{ label: t('Loading the numbers of your district'), heights: ['3rem'] }}
      >
        {({ districts, unmatched_total, needsAddress }) => {
          const shown = districts.filter(({ release }) => release?.is_shown)
          const unmatched = unmatchedText(unmatched_total)
          if (shown.length > 0) {
            return (
              <>
                {shown.map((district) => (
                  <Numbers key={district.division.division_id} {...district} />
                ))}
                {unmatched && <p className={styles.note}>{unmatched}</p>}
              </>
            )
          }
          return (
            <p className={styles.note}>
              {needsAddress ? (
                <T
                  text="Add your address to see how many people near you have taken a stance. <link>Add your address</link>"
                  values={{
                    link: (content) => <Link to={paths.settingsSection('location')}>{content}</Link>,
                  }}
                />
              ) : districts.length === 0 ? (
                <>
                  {t(unmatchedAddress)}{' '}
                  <Link to={paths.settingsSection('location')}>{t('Check your address')}</Link>
                </>
              ) : (
                withheld(districts)
              )}
            </p>
          )
        }}
      </QueryView>
    </Section>
  )
}

function Numbers({ division, release }: DistrictStances) {
  if (!release?.counts || release.total === null) {
    return null
  }
  const { residents_source, residents_as_of, is_average } = division
  return (
    <div className={styles.division}>
      <p className={styles.coverage}>
        {coverageText({ ...division, name: placeText(division.name) }, release.total)}
      </p>
      <StanceBar counts={release.counts} />
      <p className={styles.counts}>{describeStances(release.counts, ' · ')}</p>
      <p className={styles.note}>
        {t('Counted on {date}.', { date: formatDay(release.released_on) })}
        {residents_source &&
          ` ${t('Residents: {source}.', {
            source: is_average
              ? t('Average congressional district, Census of 2020')
              : censusName(residents_source, residents_as_of),
          })}`}
      </p>
    </div>
  )
}

/** The source of the numbers that every instance has. */
const censusNames: Readonly<Record<string, string>> = {
  'Census Bureau, Census of 2020': t('Census Bureau, Census of 2020'),
}

/** Returns the name of a source of residents, with its year unless the name has it. */
function censusName(source: string, as_of: string | null): string {
  const name = censusNames[source] ?? source
  const year = as_of?.slice(0, 4)
  return !year || source.includes(year) ? name : `${name}, ${year}`
}

/** Says why the nearest of the divisions has no numbers, or when the first ones come. */
function withheld(districts: readonly DistrictStances[]): string {
  const reason = districts.find(({ release }) => release?.withheld_reason)
  return reason?.release?.withheld_reason
    ? withheldText(reason.release.withheld_reason, placeText(reason.division.name))
    : t('Stances are counted by place every Monday. The first numbers come after the next one.')
}
