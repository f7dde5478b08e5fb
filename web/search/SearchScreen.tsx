import { useQuery } from '@tanstack/react-query'
import { Phone, Search, SearchX, SquareArrowOutUpRight } from 'lucide-react'
import { useState } from 'react'
import { keywordMaxLength } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { searchWords, queryWords, searchEverything, type SearchResults } from '#contract/search.ts'
import { FollowTargetButton } from '#web/alerts/FollowTargetButton.tsx'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { useOnline } from '#web/kit/api/useOnline.ts'
import { areCharacterKeysOn, setCharacterKeys } from '#web/kit/characterKeys.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSearchParams } from '#web/kit/router.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { type Option, sectionsOf } from './options.tsx'
import styles from './SearchScreen.module.css'

/** The screen of /search?q=, which shows every kind of result for the query. The search field is in the header. */
export default function SearchScreen() {
  const searchParams = useSearchParams()
  const query = (searchParams.get('q') ?? '').trim().slice(0, keywordMaxLength)
  const isShort = queryWords(query).length === 0
  const isOnline = useOnline()
  const results = useQuery({
    ...queryFor(searchEverything, { q: query, size: 'full' }),
    enabled: !isShort,
    staleTime: 30_000,
  })
  const { data, error } = results
  usePageTitle(query === '' ? t('Search') : t('Search: {query}', { query }))
  return (
    <div className={styles.screen}>
      <h1 className="h-page">{query === '' ? t('Search') : t('Results for “{query}”', { query })}</h1>
      {isShort ? (
        <Empty
          icon={<Search />}
          title={query === '' ? t('What are you looking for?') : t('Type at least 2 letters')}
          hint={t('Search bills, topics, groups, people, and representatives from the top of every page.')}
        />
      ) : (
        <QueryView
          query={results}
          title={t('Search failed')}
          message={(cause) =>
            isOnline ? messageOf(cause) : t("You're offline. Connect to the internet and try again.")
          }
          shape={{
            label: t('Searching...'),
            className: styles.loading,
            heights: ['3.5rem', '3.5rem', '3.5rem', '3.5rem'],
          }}
        >
          {(found) => <Results results={found} query={query} />}
        </QueryView>
      )}
      {data && !isShort && (
        <FollowTargetButton
          target={{ target_type: 'search', target_id: searchWords(query) }}
          name={`“${searchWords(query)}”`}
          what={t('this search')}
        />
      )}
      {(data || error || isShort) && <CharacterKeysSetting />}
    </div>
  )
}

function Results({ results, query }: { results: SearchResults; query: string }) {
  const sections = sectionsOf(results, query)
  if (sections.length === 0) {
    return (
      <Empty
        icon={<SearchX />}
        title={t('No results')}
        hint={
          results.suggestions.length === 0
            ? t('Check the spelling, or try a shorter or different word.')
            : undefined
        }
      >
        {results.suggestions.length > 0 && <Suggestions suggestions={results.suggestions} />}
      </Empty>
    )
  }
  return sections.map(({ kind, name, options }) => (
    <section key={name} className={styles.section} aria-label={name}>
      <h2 className="h-sec">{name}</h2>
      <ul className={`card ${styles.rows}`}>
        {kind === 'representatives'
          ? results.representatives.map((official, index) => {
              const option = options[index]
              return option && <Representative key={option.key} option={option} official={official} />
            })
          : options.map((option) => (
              <li key={option.key}>
                <Link to={option.to} className={styles.row}>
                  <Content option={option} />
                </Link>
              </li>
            ))}
      </ul>
      {kind === 'bills' && <MoreBills results={results} query={query} />}
    </section>
  ))
}

/** Says how many bills match if the list has not all of them, with a link to those that the feed finds. */
function MoreBills({ results, query }: { results: SearchResults; query: string }) {
  const { bills, bill_total, keyword_total, total_is_exact } = results
  if (bill_total <= bills.length) {
    return null
  }
  if (keyword_total === bill_total) {
    return (
      <Link to={paths.billSearch(query)} className={styles.more}>
        {total_is_exact
          ? t('See all {count} bills in the feed', { count: formatNumber(bill_total) })
          : t('See more than {count} bills in the feed', { count: formatNumber(bill_total) })}
      </Link>
    )
  }
  return (
    <p className={styles.more}>
      {total_is_exact
        ? t('{count} of {total} bills.', { count: bills.length, total: formatNumber(bill_total) })
        : t('{count} of more than {total} bills.', {
            count: bills.length,
            total: formatNumber(bill_total),
          })}{' '}
      {keyword_total > 0 && (
        <Link to={paths.billSearch(query)}>
          {plural(
            keyword_total,
            'See {n} bill with these words in the feed|See {n} bills with these words in the feed',
          )}
        </Link>
      )}
    </p>
  )
}

/** Links to similar searches that find something. */
function Suggestions({ suggestions }: { suggestions: readonly string[] }) {
  return (
    <nav aria-label={t('Similar searches')} className={styles.suggestions}>
      <p>{t('Did you mean')}</p>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion}>
            <Link to={paths.searchFor(suggestion)}>{suggestion}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Content({ option: { icon, title, detail, excerpt } }: { option: Option }) {
  return (
    <>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className="note-text">{detail}</span>
        {excerpt && <span className={styles.excerpt}>{excerpt}</span>}
      </span>
    </>
  )
}

type RepresentativeProps = { option: Option; official: SearchResults['representatives'][number] }

/** A row for a representative, with a link to their page, and the telephone number and the contact form of the office. */
function Representative({ option, official }: RepresentativeProps) {
  const { rep_name, office_phone, contact_form_url } = official
  return (
    <li className={styles.row}>
      <Content option={{ ...option, title: <Link to={option.to}>{option.title}</Link> }} />
      <span className={styles.contacts}>
        {office_phone && (
          <a href={`tel:${office_phone.replaceAll(/[^+\d]/g, '')}`}>
            <Phone aria-hidden="true" />
            <span className="vh">{t('Call {name}:', { name: rep_name })} </span>
            {office_phone}
          </a>
        )}
        {contact_form_url && (
          <a href={contact_form_url} target="_blank" rel="noreferrer">
            <SquareArrowOutUpRight aria-hidden="true" />
            <T
              text="Contact form<span> of {name}</span>"
              values={{ name: rep_name, span: (content) => <span className="vh">{content}</span> }}
            />
          </a>
        )}
      </span>
    </li>
  )
}

/** A checkbox that turns all shortcuts of a single character on and off. */
function CharacterKeysSetting() {
  const [isOn, setIsOn] = useState(areCharacterKeysOn)
  return (
    <label className={styles.keyChoice}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => {
          setCharacterKeys(event.target.checked)
          setIsOn(event.target.checked)
        }}
      />
      <span>
        <T
          text="Press {slash} on any page to search, {j} and {k} for the next and previous bill of the feed, {n} and {p} for the next and previous change of a text"
          values={{ slash: <kbd>/</kbd>, j: <kbd>j</kbd>, k: <kbd>k</kbd>, n: <kbd>n</kbd>, p: <kbd>p</kbd> }}
        />
      </span>
    </label>
  )
}
