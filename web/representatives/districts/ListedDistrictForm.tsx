import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import type { ListedDistrict } from '#contract/places.ts'
import { listDistrictChoices, type DistrictChoice } from '#contract/representatives.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { saveMyPlaces } from '#web/places/saveMyPlaces.ts'
import { DistrictList } from './DistrictList.tsx'
import { districtLabelOf, districtQuestion, finderOf } from './districtWords.ts'
import styles from './DistrictList.module.css'

type ListedDistrictFormProps = {
  kind: ListedDistrict
  /** The district that the member chose earlier, or null. */
  chosen: string | null
  /** Shows the question above the list, which takes the focus. */
  renderHeading: (question: string) => ReactNode
  /** Buttons beside the one that saves the choice. */
  others: ReactNode
  onSaved: () => void
}

/** Lets the member choose their district of the state's legislature or the city's council in a list of all of them. */
export function ListedDistrictForm(props: ListedDistrictFormProps) {
  const query = useQuery(queryFor(listDistrictChoices, { kind: props.kind }))
  if (query.data) {
    return <Form {...props} districts={query.data.districts} />
  }
  return (
    <div className={styles.form}>
      {props.renderHeading(t('Your district'))}
      <QueryView
        query={query}
        level={3}
        title={t('The districts could not be loaded')}
        shape={{ label: t('Loading the districts'), heights: ['12rem'] }}
      />
      <div className={styles.actions}>{props.others}</div>
    </div>
  )
}

type FormProps = ListedDistrictFormProps & { districts: readonly DistrictChoice[] }

function Form({ kind, chosen, districts, renderHeading, others, onSaved }: FormProps) {
  const cache = useQueryClient()
  const submission = useSubmission(t('Failed to save your choice'))
  const [selected, setSelected] = useState(chosen)
  const finder = finderOf(kind, districts)

  async function send() {
    await saveMyPlaces(cache, { [kind]: selected })
    onSaved()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && selected !== null) {
      void submission.submit(send)
    }
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {renderHeading(districtQuestion(kind, districts))}
      <p className={styles.finder}>
        {plural(
          districts.length,
          'Your address leaves open which of these {n} districts is yours.|Your address leaves open which of these {n} districts is yours.',
        )}
        {finder && (
          <>
            {' '}
            <T
              text="If you do not know it, <link>look it up at {site}{icon}<span>(opens in a new tab)</span></link>."
              values={{
                site: finder.name,
                icon: <ExternalLink aria-hidden="true" />,
                link: (content) => (
                  <a href={finder.url} target="_blank" rel="noopener noreferrer">
                    {content}
                  </a>
                ),
                span: (content) => <span className="vh">{content}</span>,
              }}
            />
          </>
        )}
      </p>
      {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
      <DistrictList
        legend={t('Your district')}
        choices={districts.map((district) => ({ ...district, label: districtLabelOf(district) }))}
        selected={selected}
        onSelect={(division) => {
          submission.clearFailure()
          setSelected(division)
        }}
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          busy={submission.isBusy}
          busyLabel={t('Saving...')}
          aria-disabled={selected === null || undefined}
        >
          {t('This is my district')}
        </Button>
        {others}
      </div>
    </form>
  )
}
