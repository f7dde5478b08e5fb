import { FileText, Landmark, Search, Tag, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusLabels } from '#contract/bills/billContent.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeName, placeText } from '#contract/placeTexts.ts'
import { type SearchResults, searchWords } from '#contract/search.ts'
import { topicName } from '#contract/topics.ts'
import { levelNames } from '#web/bills/card/levelNames.ts'
import { officeTitle } from '#web/kit/officeTitle.ts'
import { partyName } from '#web/kit/partyName.ts'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { splitMatches } from './matches.ts'

/** A result of a search. It is shown in the list below the field and on the page of results. */
export type Option = {
  key: string
  to: string
  icon: ReactNode
  title: ReactNode
  detail: string
  excerpt?: ReactNode
}

export type ResultSection = {
  kind: 'bills' | 'topics' | 'groups' | 'people' | 'representatives' | 'suggestions'
  name: string
  options: Option[]
}

/** Returns the results in one section for each kind. Kinds without results are omitted. */
export function sectionsOf(results: SearchResults, query: string): ResultSection[] {
  const sections: ResultSection[] = [
    {
      kind: 'bills',
      name: t('Bills'),
      options: results.bills.map((bill) => ({
        key: bill.bill_id,
        to: paths.bill(bill.bill_id),
        icon: <FileText aria-hidden="true" />,
        title: (
          <span lang={recordLanguage}>
            <Marked query={query} anywhere>
              {bill.title}
            </Marked>
          </span>
        ),
        detail: [
          bill.bill_code,
          placeName(bill.jurisdiction),
          t(statusLabels[bill.status]),
          ...(bill.sponsor ? [t('Sponsor: {name}', { name: bill.sponsor })] : []),
        ].join(' · '),
        excerpt: bill.translated_excerpt ? (
          <Marked query={query}>{bill.translated_excerpt}</Marked>
        ) : (
          bill.excerpt && (
            <span lang={recordLanguage}>
              <Marked query={query}>{bill.excerpt}</Marked>
            </span>
          )
        ),
      })),
    },
    {
      kind: 'topics',
      name: t('Topics'),
      options: results.topics.map(({ topic, bill_count }) => ({
        key: topic,
        to: paths.topic(topic),
        icon: <Tag aria-hidden="true" />,
        title: <Marked query={query}>{topicName(topic)}</Marked>,
        detail: plural(bill_count, '{n} bill|{n} bills'),
      })),
    },
    {
      kind: 'groups',
      name: t('Groups'),
      options: results.groups.map((group) => ({
        key: group.group_id,
        to: paths.group(group.group_id, 'feed'),
        icon: <Users aria-hidden="true" />,
        title: <Marked query={query}>{placeText(group.group_name)}</Marked>,
        detail: [
          levelNames[group.government_level],
          plural(group.follower_count, '{n} follower|{n} followers'),
          ...(group.is_following ? [t('Following')] : []),
        ].join(' · '),
      })),
    },
    {
      kind: 'people',
      name: t('People'),
      options: results.people.map((person) => ({
        key: person.user_id,
        to: paths.profile(person.username),
        icon: (
          <Avatar
            name={person.full_name}
            pictureUrl={person.profile_picture_url}
            level={person.engagement_level}
            size="small"
            decorative
          />
        ),
        title: <Marked query={query}>{person.full_name}</Marked>,
        detail: `@${person.username}${person.is_following ? ` · ${t('Following')}` : ''}`,
      })),
    },
    {
      kind: 'representatives',
      name: t('Representatives'),
      options: results.representatives.map((official) => ({
        key: official.rep_id,
        to: paths.representative(official.rep_id),
        icon: <Landmark aria-hidden="true" />,
        title: <Marked query={query}>{official.rep_name}</Marked>,
        detail: officeOf(official),
      })),
    },
  ]
  return sections.filter(({ options }) => options.length > 0)
}

function officeOf({ title, district, party, is_own }: SearchResults['representatives'][number]) {
  return [
    [officeTitle(title), district && placeText(district)].filter(Boolean).join(', '),
    ...(party ? [partyName(party)] : []),
    ...(is_own ? [t('Represents you')] : []),
  ].join(' · ')
}

/** Returns the similar searches of a search that found nothing, as one section of the list below the field. */
export function suggestionsOf({ suggestions }: SearchResults): ResultSection[] {
  const options = suggestions.map((text) => ({
    key: text,
    to: paths.searchFor(text),
    icon: <Search aria-hidden="true" />,
    title: text,
    detail: '',
  }))
  return options.length > 0 ? [{ kind: 'suggestions', name: t('Did you mean'), options }] : []
}

/** Returns the last option of the list, which opens the page of results. */
export function allResults(query: string): Option {
  return {
    key: 'all',
    to: paths.searchFor(query),
    icon: <Search aria-hidden="true" />,
    title: t('See all results for “{query}”', { query }),
    detail: '',
  }
}

type MarkedProps = {
  children: string
  query: string
  /** True marks matches inside words too, as the search in bills finds them. Names match only at beginnings of words. */
  anywhere?: boolean | undefined
}

/** A text in which the matches of the query are marked. */
function Marked({ children, query, anywhere = false }: MarkedProps) {
  const words = searchWords(query).split(' ').filter(Boolean)
  return splitMatches(children, words, anywhere).map(({ text, start, isMatch }) =>
    isMatch ? <mark key={start}>{text}</mark> : text,
  )
}
