import { useQuery } from '@tanstack/react-query'
import { PenLine, Phone, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import {
  listRepresentatives,
  type BodyWithoutRecords,
  type Representative,
} from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Button, IconButton, TextButton } from '#web/kit/ui/Button.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { ContactForm } from './contact/ContactForm.tsx'
import { ContactSent, type SentMessage } from './contact/ContactSent.tsx'
import { ListedDistricts } from './districts/ListedDistricts.tsx'
import { MissingDistricts } from './MissingDistricts.tsx'
import { officeText, sourceText } from './office.ts'
import { Portrait } from './Portrait.tsx'
import { UpcomingTerms, Vacancies } from './UpcomingTerms.tsx'
import styles from './OwnRepresentatives.module.css'

/** All representatives of the member. Each has a phone number and a form for a message. */
export function OwnRepresentatives() {
  const query = useQuery(queryFor(listRepresentatives, {}))
  if (!query.data) {
    return (
      <QueryView
        query={query}
        level={3}
        title={t('Your representatives could not be loaded')}
        shape={{ label: t('Loading representatives...'), heights: ['4.5rem', '4.5rem', '4.5rem'] }}
      />
    )
  }
  const {
    representatives,
    missing_districts,
    district_choices,
    without_records,
    vacancies,
    upcoming,
    upcoming_districts,
  } = query.data
  const { many, others } = foldAtLarge(representatives)
  const isCongressMissing = missing_districts?.includes('congressional')
  const hasUpcoming = upcoming_districts !== undefined || (upcoming ?? []).length > 0
  return (
    <>
      {hasUpcoming && <h3 className="note-text">{t('Represents you now')}</h3>}
      {representatives.length === 0 ? (
        <p className="muted">{t('No representatives found for your address.')}</p>
      ) : (
        <>
          <ul className={styles.list}>
            {others.map((representative) => (
              <Row key={representative.rep_id} representative={representative} />
            ))}
          </ul>
          {many.length > 0 && <AtLarge representatives={many} />}
        </>
      )}
      <Vacancies vacancies={vacancies} />
      <MissingDistricts missing={isCongressMissing ? ['congressional'] : []} />
      <ListedDistricts choices={district_choices ?? []} />
      <WithoutRecords bodies={without_records ?? []} />
      <UpcomingTerms upcoming={upcoming} upcoming_districts={upcoming_districts} />
      {representatives.length > 0 && (
        <p className="caption-text">{t('Source: {source}', { source: sourceText(representatives) })}</p>
      )}
    </>
  )
}

/** Says whose members are missing because no record of this site has them so that nobody takes the list for complete. */
function WithoutRecords({ bodies }: { bodies: readonly BodyWithoutRecords[] }) {
  if (bodies.length === 0) {
    return null
  }
  const [first, ...more] = bodies
  return (
    <p className={styles.office}>
      {more.length > 0
        ? t(
            'This site has no list of the members of the legislature of your state or the council of your city yet.',
          )
        : first === 'council'
          ? t('This site has no list of the members of the council of your city yet.')
          : t('This site has no list of the members of the legislature of your state yet.')}
    </p>
  )
}

/** From this number on, the members at large of a legislature are folded, because the whole state elects each of them. */
const foldedFrom = 5

function isAtLarge({ government_level, district }: Representative): boolean {
  return government_level === 'state' && (district ?? '').endsWith(' at large')
}

/** Divides the representatives into the many members at large of a state's legislature and all others. */
function foldAtLarge(representatives: readonly Representative[]) {
  const many = representatives.filter(isAtLarge)
  return many.length < foldedFrom
    ? { many: [], others: representatives }
    : { many, others: representatives.filter((representative) => !isAtLarge(representative)) }
}

function AtLarge({ representatives }: { representatives: readonly Representative[] }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <p className={styles.office}>
        <T
          text="{count} members of the legislature are elected by the whole territory or state. {button}"
          values={{
            count: representatives.length,
            button: (
              <TextButton aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
                {isShown
                  ? t('Hide {count}', { count: representatives.length })
                  : t('Show {count}', { count: representatives.length })}
              </TextButton>
            ),
          }}
        />
      </p>
      {isShown && (
        <ul className={styles.list}>
          {representatives.map((representative) => (
            <Row key={representative.rep_id} representative={representative} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Delegates sit in the House and its committees, but have no vote when a bill passes. */
const withoutVote = new Set(['U.S. Delegate', 'Resident Commissioner'])

function Row({ representative }: { representative: Representative }) {
  const { rep_name, office_phone } = representative
  const [isWriting, setIsWriting] = useState(false)
  const writeButton = useRef<HTMLButtonElement>(null)
  return (
    <li>
      <div className={styles.row}>
        <Portrait representative={representative} />
        <div>
          <p className={styles.name}>
            <Link to={paths.representative(representative.rep_id)}>{rep_name}</Link>
          </p>
          <p className={styles.office}>{officeText(representative)}</p>
          {withoutVote.has(representative.title) && (
            <p className={styles.office}>{t('Cannot vote on the final passage of bills in the House')}</p>
          )}
          {office_phone && (
            <a className={styles.phone} href={`tel:${office_phone}`}>
              <Phone aria-hidden="true" />
              {office_phone}
            </a>
          )}
        </div>
        <Button
          variant="secondary"
          ref={writeButton}
          aria-expanded={isWriting}
          aria-label={t('Write to {name}', { name: rep_name })}
          onClick={() => setIsWriting(!isWriting)}
        >
          <PenLine aria-hidden="true" />
          {t('Write')}
        </Button>
      </div>
      {isWriting && (
        <Message
          to={representative}
          onClose={() => {
            setIsWriting(false)
            writeButton.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** The form for a message to one representative that is not about a bill. */
function Message({ to, onClose }: { to: Representative; onClose: () => void }) {
  const headingId = useId()
  const [sent, setSent] = useState<SentMessage | null>(null)
  const heading = useFocusOn<HTMLHeadingElement>(sent ?? true)
  return (
    <section className={styles.form} aria-labelledby={headingId}>
      <div className={styles.formHead}>
        <h3 id={headingId} ref={heading} tabIndex={-1}>
          {t('Your message to {name}', { name: to.rep_name })}
        </h3>
        <IconButton label={t('Close the form')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      {sent ? (
        <ContactSent sent={sent} onAgain={() => setSent(null)} onLater={onClose} />
      ) : (
        <ContactForm topic={{ to }} representatives={[to]} onSent={setSent} />
      )}
    </section>
  )
}
