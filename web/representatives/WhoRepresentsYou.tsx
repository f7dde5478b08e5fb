import { useQuery } from '@tanstack/react-query'
import { listGroupActivity } from '#contract/groups.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { msg, listFormat, t } from '#contract/kit/translate.ts'
import { listNotifications } from '#contract/notifications.ts'
import { placeText } from '#contract/placeTexts.ts'
import { listRepresentatives, type MissingDistrict, type Representative } from '#contract/representatives.ts'
import { ApiError, queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { paths } from '#web/kit/paths.ts'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { sourceText } from './office.ts'
import { Portrait } from './Portrait.tsx'
import styles from './WhoRepresentsYou.module.css'

/** More rows would push the notifications above them out of the window. */
const shownRows = 4

/** A card beside the feed with the representatives who are nearest to the member, and what is not known about the others. */
export function WhoRepresentsYou() {
  const query = useQuery({ ...queryFor(listRepresentatives, {}), retry: false })
  // Nothing is fetched here. The card comes once the notifications above it have their height so that it does not move.
  const notifications = useQuery({ ...queryFor(listNotifications, {}), enabled: false })
  const activity = useQuery({ ...queryFor(listGroupActivity, {}), enabled: false })
  // Without an address the response has the status 200 and says what is missing.
  const needsAddress = query.error instanceof ApiError && query.error.status === 200
  if (query.isPending || notifications.isPending || activity.isPending) {
    return null
  }
  return (
    <Section title={t('Who represents you')} className={styles.card}>
      {query.data && <People directory={query.data} />}
      {needsAddress && (
        <p className={styles.hint}>
          <T
            text="Add your address to see them here. <link>Add your address</link>"
            values={{ link: (content) => <Link to={paths.settingsSection('location')}>{content}</Link> }}
          />
        </p>
      )}
      {query.isError && !needsAddress && (
        <p className={styles.hint} role="alert">
          <RetryText
            text={msg('Your representatives could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={() => void query.refetch()}
          />
        </p>
      )}
    </Section>
  )
}

function People({ directory }: { directory: OutputOf<typeof listRepresentatives> }) {
  const { representatives, missing_districts } = directory
  const missing = missingText(missing_districts ?? [])
  const nearest = representatives.toSorted((a, b) => nearnessOf(a) - nearnessOf(b)).slice(0, shownRows)
  return (
    <>
      {nearest.length > 0 && (
        <ul>
          {nearest.map((representative) => (
            <li key={representative.rep_id}>
              <Portrait representative={representative} />
              <span>
                <Link to={paths.representative(representative.rep_id)}>{representative.rep_name}</Link>
                <span className={styles.office}>
                  {[
                    officeTitle(representative.title),
                    representative.district && placeText(representative.district),
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {representatives.length === 0 && missing === null && (
        <p className={styles.hint}>{t('No representatives found for your address.')}</p>
      )}
      {missing && (
        <p className={styles.hint}>
          {missing} <Link to={paths.settingsSection('location')}>{t('Choose your district')}</Link>
        </p>
      )}
      {nearest.length > 0 && (
        <p className={styles.source}>{t('Source: {source}', { source: sourceText(nearest) })}</p>
      )}
      {representatives.length > nearest.length && (
        <Link to={paths.settingsSection('location')}>
          {t('See all {count}', { count: representatives.length })}
        </Link>
      )}
    </>
  )
}

/** The offices from the nearest to the farthest. Those that are not listed come last. */
const nearOffices = [
  /^council ?member$/i,
  /^mayor$/i,
  /^(U\.S\. (Representative|Delegate)|Resident Commissioner)$/,
  /^governor$/i,
]

function nearnessOf({ title, government_level }: Representative): number {
  const index = nearOffices.findIndex((office) => office.test(title))
  if (index !== -1) {
    return index
  }
  return nearOffices.length + ['state', 'federal', 'local'].indexOf(government_level)
}

const offices: Readonly<Record<MissingDistrict, string>> = {
  council: t('council member'),
  congressional: t('U.S. Representative'),
  state_legislative: t('state legislators'),
}

/** Says whose district is unknown, such as "Your council member and U.S. Representative appear once you choose a district." */
function missingText(missing: readonly MissingDistrict[]): string | null {
  if (missing.length === 0) {
    return null
  }
  const names = listFormat().format(missing.map((kind) => offices[kind]).toReversed())
  return missing.length === 1 && missing[0] !== 'state_legislative'
    ? t('Your {office} appears once you choose a district.', { office: names })
    : t('Your {offices} appear once you choose your districts.', { offices: names })
}
