import { Search, UserSearch } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { checkMemberQuery, type MemberMatch } from '#contract/administration/members.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { memberPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { useSearchParams } from '#web/kit/router.tsx'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import { useFindMembers } from './actions.ts'
import { stateNames } from './labels.ts'
import { MemberView } from './MemberView.tsx'

/** The tab with the search for members. If the URL names a member, that member is shown instead. */
export default function MembersTab() {
  const searchParams = useSearchParams()
  const [query, setQuery] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const find = useFindMembers()
  const memberId = searchParams.get('member')
  if (memberId !== null) {
    return <MemberView key={memberId} userId={memberId} />
  }
  const problem = checkMemberQuery(query)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (problem) {
      field.current?.focus()
    } else if (!find.isPending) {
      find.mutate(query)
    }
  }

  return (
    <div className={styles.list}>
      <form
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not every browser and checker knows <search>
        role="search"
        aria-label={t('Find a member')}
        className={styles.search}
        onSubmit={submit}
        noValidate
      >
        <TextField
          ref={field}
          label={t('Username, name or complete email address')}
          hint={t(
            'Looking up an email address is recorded, with your name, in the audit log. Results never show addresses.',
          )}
          value={query}
          error={wasSubmitted ? problem : null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          icon={<Search aria-hidden="true" />}
          onChange={(event) => {
            setQuery(event.target.value)
            setWasSubmitted(false)
          }}
        />
        <Button type="submit" busy={find.isPending} busyLabel={t('Searching...')}>
          {t('Find')}
        </Button>
      </form>
      {find.isError && (
        <Alert
          kind="error"
          title={t('Not searched: {reason}', { reason: messageOf(find.error) })}
          level={3}
        />
      )}
      {find.data && <Results key={find.submittedAt} {...find.data} />}
    </div>
  )
}

type ResultsProps = { members: MemberMatch[]; has_more: boolean; by_email: boolean }

function Results({ members, has_more, by_email }: ResultsProps) {
  const heading = useFocusOn<HTMLHeadingElement>(members.length > 0)
  if (members.length === 0) {
    return (
      <Empty
        icon={<UserSearch />}
        title={t('No member found')}
        hint={
          by_email
            ? t('No account has this email address.')
            : t('Check the spelling. An email address must be complete.')
        }
      />
    )
  }
  return (
    <section aria-label={t('Results')} className={styles.list}>
      <h2 ref={heading} tabIndex={-1} className={styles.label}>
        {has_more
          ? t('{count}+ members', { count: members.length })
          : plural(members.length, '{n} member|{n} members')}
      </h2>
      <ul className={styles.list}>
        {members.map(({ user_id, username, full_name, state }) => (
          <li key={user_id} className={`card ${styles.row}`}>
            <Link to={memberPath(user_id)}>@{username}</Link>
            <Badge tone={state === 'active' ? 'live' : 'neutral'}>{stateNames[state]}</Badge>
            {full_name !== null && <p className={styles.note}>{full_name}</p>}
          </li>
        ))}
      </ul>
      {has_more && <p className={styles.meta}>{t('There are more members. Enter more of the name.')}</p>}
    </section>
  )
}
