import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MemberType } from '#contract/accounts/memberRoles.ts'
import {
  type Group,
  type GroupMember,
  listGroupMembers,
  memberPageSize,
  type MemberStats,
} from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { formatNumber } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty, FieldError, Loading } from '#web/kit/ui/Feedback.tsx'
import { SelectField } from '#web/kit/ui/Field.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { MemberCard } from './MemberCard.tsx'
import { arrangeCities, elsewhere, membersByCity } from './membersByCity.ts'
import styles from './Members.module.css'

const failure = t('Failed to load members')
/** A section shows this many members at first, and each press of its button shows as many more. */
const sectionStep = 60

const kinds = [
  { type: 'elected_official', kind: 'elected_officials', label: t('Elected Officials') },
  { type: 'community_leader', kind: 'community_leaders', label: t('Community Leaders') },
  { type: 'regular', kind: 'regular', label: t('Community Members') },
] as const
type Kind = (typeof kinds)[number]['kind']

/** The members of a group by type. Members are the residents of the jurisdiction and the followers of the group. */
export function GroupMembers({ group }: { group: Group }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  if (user) {
    return <MemberSections group_id={group.group_id} />
  }
  return (
    <Empty icon={<Users />} title={t('Sign in to see members')}>
      <ButtonLink to={paths.login} state={{ from: `${pathname}?tab=members` }}>
        {t('SIGN IN')}
      </ButtonLink>
    </Empty>
  )
}

function MemberSections({ group_id }: { group_id: string }) {
  const [kind, setKind] = useState<Kind | 'all'>('all')
  const type = kinds.find((option) => option.kind === kind)?.type
  const membersQuery = useMembers(group_id, type)
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } = membersQuery
  const stats = data?.pages.at(-1)?.stats
  const members = data?.pages.flatMap((page) => page.members) ?? []
  if (!stats) {
    return (
      <QueryView
        query={membersQuery}
        title={t('Error Loading Members')}
        message={(cause) => messageOr(cause, failure)}
        loading={<Loading>{t('Loading members...')}</Loading>}
      />
    )
  }
  if (stats.total === 0) {
    return (
      <Empty
        icon={<Users />}
        title={t('No Members Yet')}
        hint={t('Members will appear here as people in this jurisdiction join {name}', { name: site.name })}
      />
    )
  }
  return (
    <div className={styles.members}>
      <KindField kind={kind} stats={stats} onChoose={setKind} />
      {kinds.map((section) => {
        const sectionMembers = members.filter((member) => member.member_type === section.type)
        if (sectionMembers.length === 0) {
          return null
        }
        return (
          <MemberSection
            key={section.type}
            title={section.label}
            count={stats[section.kind]}
            type={section.type}
            members={sectionMembers}
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          />
        )
      })}
      {isFetchNextPageError && (
        <div role="alert">
          <FieldError>{messageOr(error, failure)}</FieldError>
        </div>
      )}
      {members.length === 0 && <p className="muted">{t('No members of this type yet.')}</p>}
    </div>
  )
}

function useMembers(group_id: string, member_type: MemberType | undefined) {
  return useInfiniteQuery({
    queryKey: [listGroupMembers.path, group_id, member_type ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listGroupMembers,
        { id: group_id, member_type, limit: memberPageSize, after: pageParam },
        { signal },
      ),
    ...byCursor,
    // The counts stay visible while another type loads.
    placeholderData: (previous) => previous,
  })
}

type KindFieldProps = { kind: Kind | 'all'; stats: MemberStats; onChoose: (kind: Kind | 'all') => void }

function KindField({ kind, stats, onChoose }: KindFieldProps) {
  const choices = [
    { value: 'all', label: t('All members ({count})', { count: formatNumber(stats.total) }) },
    ...kinds.map((option) => ({
      value: option.kind,
      label: `${option.label} (${formatNumber(stats[option.kind])})`,
    })),
  ]
  return (
    <SelectField
      label={t('Show')}
      className={styles.kind}
      value={kind}
      onChange={(event) =>
        onChoose(kinds.find((option) => option.kind === event.target.value)?.kind ?? 'all')
      }
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

type MemberSectionProps = {
  title: string
  /** The number of members of this type in the whole group. */
  count: number
  type: MemberType
  /** The loaded members of this type. */
  members: GroupMember[]
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

function MemberSection({ title, count, type, members, hasMore, isLoading, onMore }: MemberSectionProps) {
  const [maxShown, setMaxShown] = useState(sectionStep)
  const shownMembers = members.slice(0, maxShown)
  const isPartial = members.length < count
  // The count of the group includes members who are not listed, such as those that the viewer has muted.
  const rest = (hasMore ? count : members.length) - shownMembers.length
  const nextCount = Math.max(1, Math.min(sectionStep, rest))
  // The button moves away or disappears, so the first member that it shows is focused.
  const section = useRef<HTMLElement>(null)
  const firstNew = useRef<number | null>(null)
  useEffect(() => {
    const member = firstNew.current === null ? undefined : shownMembers[firstNew.current]
    if (!member) return
    firstNew.current = null
    section.current?.querySelector<HTMLElement>(`[data-user-id="${member.user_id}"] a`)?.focus()
  }, [shownMembers])
  // If the page had no such member or failed, members that load later must not take the focus. Runs after the effect above.
  useEffect(() => {
    if (!isLoading) firstNew.current = null
  }, [isLoading])
  const cards = (list: GroupMember[]) => (
    <ul className={styles[type]}>
      {list.map((member) => (
        <MemberCard key={member.user_id} member={member} />
      ))}
    </ul>
  )
  return (
    <section ref={section} aria-label={title}>
      <h2 className={styles.title}>
        {title} <span className="count">{formatNumber(count)}</span>
      </h2>
      {type === 'regular' ? (
        <CityMembers members={shownMembers} loaded={members} hasMore={hasMore && isPartial} />
      ) : (
        cards(shownMembers)
      )}
      {(shownMembers.length < members.length || (hasMore && isPartial)) && (
        <Button
          variant="secondary"
          className={styles.more}
          busy={isLoading}
          busyLabel={t('Loading...')}
          onClick={() => {
            firstNew.current = shownMembers.length
            setMaxShown(maxShown + sectionStep)
            if (maxShown + sectionStep > members.length && hasMore) {
              onMore()
            }
          }}
        >
          <T
            text="Show {count} more<hidden> of {section}</hidden>"
            values={{
              count: nextCount,
              section: title,
              hidden: (content) => <span className="vh">{content}</span>,
            }}
          />
        </Button>
      )}
    </section>
  )
}

/**
 * Members by the city where they live. Cities with only one member share a list, because a row for each of them would
 * be mostly empty. The name of the city is above each of these members.
 */
function CityMembers({
  members,
  loaded,
  hasMore,
}: {
  members: GroupMember[]
  loaded: GroupMember[]
  hasMore: boolean
}) {
  const { larger, single } = arrangeCities(members)
  // All loaded members are counted, although the section may show only some of them.
  const counts = new Map(membersByCity(loaded).map(([city, residents]) => [city, residents.length]))
  const heading = (city: string) => (
    <h3 className={styles.cityName}>
      {city}{' '}
      <span className="count">
        {formatNumber(counts.get(city) ?? 0)}
        {hasMore && '+'}
      </span>
    </h3>
  )
  const cityList = ([city, residents]: [string, GroupMember[]]) => (
    <div key={city} className={styles.city}>
      {heading(city)}
      <ul className={styles.regular}>
        {residents.map((member) => (
          <MemberCard key={member.user_id} member={member} />
        ))}
      </ul>
    </div>
  )
  return (
    <>
      {larger.filter(([city]) => city !== elsewhere).map(cityList)}
      {single.length > 0 && (
        <ul className={`${styles.city} ${styles.regular}`}>
          {single.map(([city, member]) => (
            <MemberCard key={member.user_id} member={member} heading={heading(city)} />
          ))}
        </ul>
      )}
      {larger.filter(([city]) => city === elsewhere).map(cityList)}
    </>
  )
}
