import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { queryWords, searchEverything } from '#contract/search.ts'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { useOnline } from '#web/kit/api/useOnline.ts'
import { Spinner } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { useDebounced } from '#web/kit/useDebounced.ts'
import { allResults, type Option, sectionsOf, suggestionsOf } from './options.tsx'
import styles from './SearchList.module.css'

/** The delay in milliseconds before the typed text is searched. */
const searchDelay = 200

type SearchListProps = {
  id: string
  text: string
  /** The index of the option that Enter opens, or -1 for none. */
  active: number
  onOptions: (options: Option[]) => void
  onActive: (index: number) => void
  onChoose: (option: Option) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The list of results below the search field. The focus stays in the field, and the field's keys move the active option. */
export default function SearchList({ id, text, active, onOptions, onActive, onChoose }: SearchListProps) {
  const trimmedText = text.trim()
  const query = useDebounced(trimmedText, searchDelay)
  const isOnline = useOnline()
  const isShort = queryWords(trimmedText).length === 0
  const { data, error } = useQuery({
    ...queryFor(searchEverything, { q: query }),
    enabled: queryWords(query).length > 0,
    staleTime: 30_000,
    retry: false,
  })
  // Results of an earlier text are not shown.
  const results = !isShort && query === trimmedText ? data : undefined
  const resultSections = results ? sectionsOf(results, query) : []
  const sections = results && resultSections.length === 0 ? suggestionsOf(results) : resultSections
  const resultOptions = resultSections.flatMap(({ options }) => options)
  const options =
    resultOptions.length > 0
      ? [...resultOptions, allResults(query)]
      : sections.flatMap((section) => section.options)
  useEffect(() => {
    onOptions(options)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the options change only with the results
  }, [results, query, isShort])
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  const row = (option: Option) => {
    const index = options.indexOf(option)
    return (
      // The field handles the keys of the options. It names the active option with aria-activedescendant.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={option.key}
        id={optionId(id, index)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> exists only in <select>
        role="option"
        aria-selected={index === active}
        className={classNames(styles.option, index === active && styles.active)}
        onPointerMove={() => onActive(index)}
        onClick={() => onChoose(option)}
      >
        <span className={styles.icon}>{option.icon}</span>
        <span className={styles.text}>
          <span className={styles.title}>{option.title}</span>
          {option.detail && <span className={styles.detail}>{option.detail}</span>}
        </span>
      </div>
    )
  }
  const last = options.at(-1)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> must not contain block elements */}
      <div role="status" className={styles.status}>
        {isShort ? (
          <p>{t('Search bills, topics, groups, people, and representatives. Type at least 2 letters.')}</p>
        ) : results ? (
          resultOptions.length === 0 ? (
            <p>
              {t('No results for “{query}”.', { query })}{' '}
              {results.suggestions.length > 0
                ? t('Use the arrow keys to choose a similar search.')
                : t('Try a shorter or different word.')}
            </p>
          ) : (
            <p className="vh">
              {plural(
                resultOptions.length,
                '{n} result. Use the arrow keys to choose one.|{n} results. Use the arrow keys to choose one.',
              )}
            </p>
          )
        ) : error && query === trimmedText ? (
          <p className={styles.failure}>
            {isOnline ? messageOf(error) : t("You're offline. Connect to the internet to search.")}{' '}
            {t('Press Enter to try again.')}
          </p>
        ) : (
          <p className={styles.loading}>
            <Spinner /> {t('Searching…')}
          </p>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the focus stays in the field, and <select> has no such rows */}
      <div id={id} role="listbox" aria-label={t('Search results')} className={styles.list} hidden={!last}>
        {sections.map(({ name, options: sectionOptions }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options is no fieldset
          <div key={name} role="group" aria-label={name} className={styles.section}>
            <div className={styles.heading} aria-hidden="true">
              {name}
            </div>
            {sectionOptions.map(row)}
          </div>
        ))}
        {last && resultOptions.length > 0 && row(last)}
      </div>
    </>
  )
}
