import { useQuery } from '@tanstack/react-query'
import { MapPin, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { getMyPlaces, listedDistricts, type ListedDistrict } from '#contract/places.ts'
import { placeText } from '#contract/placeTexts.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { kindNameIn } from '#web/places/kindNames.ts'
import { ListedDistrictForm } from './ListedDistrictForm.tsx'
import styles from './ListedDistricts.module.css'

type ListedDistrictsProps = {
  /** The kinds of districts that are unknown and can be chosen. */
  choices: readonly ListedDistrict[]
}

/** The districts of the council and the legislature that the member chooses in a list, with those that were chosen earlier. */
export function ListedDistricts({ choices }: ListedDistrictsProps) {
  const { data } = useQuery(queryFor(getMyPlaces, {}))
  const chosen = new Map(
    data?.places?.divisions
      .filter((division) => division.chosen)
      .map(({ kind, division, name }) => [kind, { division, name }]),
  )
  const divisions = data?.places?.divisions.map(({ division }) => division) ?? []
  const kinds = listedDistricts.filter((kind) => choices.includes(kind) || chosen.has(kind))
  if (kinds.length === 0) {
    return null
  }
  return (
    <ul className={styles.list}>
      {kinds.map((kind) => (
        <Row key={kind} kind={kind} name={kindNameIn(kind, divisions)} chosen={chosen.get(kind) ?? null} />
      ))}
    </ul>
  )
}

type RowProps = {
  kind: ListedDistrict
  /** The name of the kind. */
  name: string
  chosen: { division: string; name: string } | null
}

function Row({ kind, name, chosen }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <li>
      <div className={styles.row}>
        <MapPin aria-hidden="true" />
        <p>
          <b>{name}</b>
          <span className="muted">
            {chosen ? t('{name} · chosen by you', { name: placeText(chosen.name) }) : t('Not known yet')}
          </span>
        </p>
        <Button
          variant="secondary"
          ref={button}
          aria-expanded={isOpen}
          aria-label={
            chosen
              ? t('Change your district: {kind}', { kind: name })
              : t('Choose your district: {kind}', { kind: name })
          }
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen ? t('Change') : t('Choose')}
        </Button>
      </div>
      {isOpen && <OpenForm kind={kind} chosen={chosen?.division ?? null} onClose={close} />}
    </li>
  )
}

type OpenFormProps = { kind: ListedDistrict; chosen: string | null; onClose: () => void }

function OpenForm({ kind, chosen, onClose }: OpenFormProps) {
  const headingId = useId()
  return (
    <section className={styles.form} aria-labelledby={headingId}>
      <ListedDistrictForm
        kind={kind}
        chosen={chosen}
        renderHeading={(question) => (
          <div className={styles.head}>
            <Question id={headingId} text={question} />
            <IconButton label={t('Close the list')} icon={<X aria-hidden="true" />} onClick={onClose} />
          </div>
        )}
        others={null}
        onSaved={onClose}
      />
    </section>
  )
}

/** The question is shown again when the list has arrived, and then takes the focus again. */
function Question({ id, text }: { id: string; text: string }) {
  const heading = useFocusOn<HTMLHeadingElement>(text)
  return (
    <h3 id={id} ref={heading} tabIndex={-1}>
      {text}
    </h3>
  )
}
