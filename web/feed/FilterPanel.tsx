import { useQuery } from '@tanstack/react-query'
import { Bookmark, History, Search, TrendingUp } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { billStatuses, governmentLevels, statusLabels } from '#contract/bills/billContent.ts'
import { keywordMaxLength, listTopics } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { topicKey } from '#contract/topics.ts'
import { levelNames } from '#web/bills/card/levelNames.ts'
import { queryFor, messageOr } from '#web/kit/api/api.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { Radio, SelectField, Switch, TextField } from '#web/kit/ui/Field.tsx'
import { noFilters, type Filters } from './feedFilters.ts'
import { TopicRow } from './TopicRow.tsx'
import styles from './FilterPanel.module.css'

/** The panel shows this many topics until "Show all topics" is pressed. */
const initialTopicCount = 8

const switches = [
  ['trending', TrendingUp, t('Trending')],
  ['bookmarked', Bookmark, t('Bookmarks only')],
  ['past', History, t('Include bills from past sessions')],
] as const

type FilterPanelProps = {
  /** The choices so far. The feed keeps them while the panel is closed. */
  draft: Filters
  onChange: (draft: Filters) => void
  /** True if the panel is in the sheet at the bottom of a phone, where it has a more compact layout. */
  sheet?: boolean
  onApply: (filters: Filters) => void
}

/** The form for the filters. A change takes effect when Apply Filters is pressed. */
export function FilterPanel({ draft, onChange, sheet = false, onApply }: FilterPanelProps) {
  const levelName = useId()
  // A view shows bills of one level, so the choice of a level agrees with it.
  const { scope } = draft
  const chosenLevel = scope === 'city' ? 'local' : scope === 'congress' ? 'federal' : (scope ?? draft.level)
  const change = (part: Partial<Filters>) => onChange({ ...draft, ...part })

  function apply(event: FormEvent) {
    event.preventDefault()
    onApply(draft)
  }

  return (
    <form className={styles.filters} onSubmit={apply} aria-label={t('Discover bills')}>
      <TextField
        label={t('Keyword')}
        enterKeyHint="search"
        icon={<Search aria-hidden="true" />}
        placeholder={t('Title, summary or code')}
        maxLength={keywordMaxLength}
        value={draft.keyword}
        onChange={(event) => change({ keyword: event.target.value })}
      />
      <fieldset>
        <legend>{t('Government level')}</legend>
        <div className={sheet ? styles.segments : styles.levels}>
          {[null, ...governmentLevels].map((level) => (
            <Radio
              key={level ?? 'all'}
              name={levelName}
              label={level ? levelNames[level] : sheet ? t('All') : t('All levels')}
              checked={level === chosenLevel}
              onChange={() => change({ level, scope: null })}
            />
          ))}
        </div>
      </fieldset>
      <TopicChoices selected={draft.topics} onChange={(topics) => change({ topics })} />
      <SelectField
        label={t('Status')}
        value={draft.status ?? ''}
        onChange={(event) =>
          change({ status: billStatuses.find((status) => status === event.target.value) ?? null })
        }
      >
        <option value="">{t('Any status')}</option>
        {billStatuses.map((status) => (
          <option key={status} value={status}>
            {t(statusLabels[status])}
          </option>
        ))}
      </SelectField>
      <div>
        {switches.map(([name, Icon, label]) => (
          <Switch
            key={name}
            label={
              <>
                <Icon aria-hidden="true" /> {label}
              </>
            }
            checked={draft[name]}
            onChange={({ target }) => change({ [name]: target.checked })}
          />
        ))}
      </div>
      <div className={sheet ? styles.sheetActions : styles.actions}>
        <Button type="submit" block>
          {t('Apply Filters')}
        </Button>
        <Button variant="quiet" block={!sheet} onClick={() => onChange(noFilters)}>
          {t('Clear all')}
        </Button>
      </div>
    </form>
  )
}

type TopicChoicesProps = { selected: readonly string[]; onChange: (topics: string[]) => void }

function TopicChoices({ selected, onChange }: TopicChoicesProps) {
  const topics = useQuery(queryFor(listTopics, {}))
  const [showsAll, setShowsAll] = useState(false)
  // A topic whose checkbox was used stays under the pointer until the panel is closed.
  const [used, setUsed] = useState<readonly string[]>([])
  const allTopics = topics.data?.topics ?? []
  const list = useFocusOnFirstNew<HTMLFieldSetElement>(
    showsAll ? allTopics.length : Math.min(allTopics.length, initialTopicCount),
    'input',
  )

  if (topics.isPending) {
    return (
      <LoadingShape label={t('Loading topics...')} className={styles.loading}>
        <Skeleton width="30%" />
        {Array.from({ length: initialTopicCount }, (_, index) => (
          <Skeleton key={index} height="2rem" />
        ))}
      </LoadingShape>
    )
  }
  if (!topics.data) {
    const failure = t('Failed to load topics')
    return (
      <div role="alert" className={styles.failure}>
        <p>{messageOr(topics.error, failure)}</p>
        <TextButton onClick={() => void topics.refetch()}>{t('Try Again')}</TextButton>
      </div>
    )
  }

  // A selected topic is shown even if it is far down the list.
  const shownTopics = showsAll
    ? allTopics
    : allTopics.filter(
        ({ topic }, index) => index < initialTopicCount || includesTopic([...selected, ...used], topic),
      )
  return (
    <fieldset ref={list}>
      <legend>{t('Topics')}</legend>
      {shownTopics.map((topic) => (
        <TopicRow
          key={topic.topic}
          topic={topic}
          isSelected={includesTopic(selected, topic.topic)}
          onSelect={(isSelected) => {
            setUsed([...used, topic.topic])
            const others = selected.filter((other) => topicKey(other) !== topicKey(topic.topic))
            onChange(isSelected ? [...others, topicKey(topic.topic)] : others)
          }}
        />
      ))}
      {shownTopics.length < allTopics.length && (
        <TextButton onClick={() => setShowsAll(true)}>
          {t('Show all {count} topics', { count: allTopics.length })}
        </TextButton>
      )}
    </fieldset>
  )
}

function includesTopic(topics: readonly string[], topic: string): boolean {
  return topics.some((other) => topicKey(other) === topicKey(topic))
}
