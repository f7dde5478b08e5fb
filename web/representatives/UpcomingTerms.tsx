import type { OutputOf } from '#contract/kit/endpoint.ts'
import { formatDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { placeName, placeText } from '#contract/placeTexts.ts'
import type { listRepresentatives } from '#contract/representatives.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { officeText } from './office.ts'
import styles from './OwnRepresentatives.module.css'

type Directory = OutputOf<typeof listRepresentatives>

/** The vacant seats in the member's districts. */
export function Vacancies({ vacancies }: Pick<Directory, 'vacancies'>) {
  if (!vacancies || vacancies.length === 0) {
    return null
  }
  return (
    <ul className={styles.list}>
      {vacancies.map(({ title, division, since, special_election_on, note, source_url }) => (
        <li key={`${title} ${division}`} className={styles.vacancy}>
          <p className={styles.name}>
            {since ? t('Vacant since {date}', { date: formatDay(since) }) : t('Vacant')}
          </p>
          <p className={styles.office}>
            {officeTitle(title)}, {seatName(division)}
          </p>
          {special_election_on && (
            <p>{t('Special election: {date}.', { date: formatDay(special_election_on) })}</p>
          )}
          {note && <p lang={recordLanguage}>{note}</p>}
          {source_url && (
            <p>
              <a href={source_url} target="_blank" rel="noreferrer">
                {t('Source of this vacancy')}
              </a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns, for example, "Texas district 23", or "Oregon" for the whole state. */
function seatName(division: string): string {
  const [, number] = /\/cd:(\d+)$/.exec(division) ?? []
  return number ? t('{place} district {number}', { place: placeName(division), number }) : placeName(division)
}

/** The member's districts on the next map, and the people who were elected there but are not yet in office. */
export function UpcomingTerms({
  upcoming,
  upcoming_districts: next,
}: Pick<Directory, 'upcoming' | 'upcoming_districts'>) {
  const upcomingRepresentatives = upcoming ?? []
  if (!next && upcomingRepresentatives.length === 0) {
    return null
  }
  return (
    <section className={styles.upcoming}>
      {next && (
        <>
          <h3>{t('Your district from {date}', { date: formatDay(next.from) })}</h3>
          {next.is_certain ? (
            <p>{next.districts.map(({ name }) => placeText(name)).join(', ')}</p>
          ) : (
            <p>
              {t(
                "One of these, depending on your street: {districts}. We'll ask you to choose when the new districts take effect.",
                { districts: next.districts.map(({ name }) => placeText(name)).join(', ') },
              )}
            </p>
          )}
        </>
      )}
      {upcomingRepresentatives.length > 0 && (
        <>
          <h3>{t('Elected for your area')}</h3>
          <ul className={styles.list}>
            {upcomingRepresentatives.map((representative) => (
              <li key={`${representative.rep_id} ${representative.from}`}>
                <p className={styles.name}>{representative.rep_name}</p>
                <p className={styles.office}>
                  {t('{office}, from {date}', {
                    office: officeText(representative),
                    date: formatDay(representative.from),
                  })}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
