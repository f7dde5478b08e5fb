import { ArrowLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { AdministeredMember, MemberChange } from '#contract/administration/members.ts'
import { t } from '#contract/kit/translate.ts'
import { codePath, tabPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { useFocusAfterNavigation, useFocusOnClose } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { useMember } from './actions.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { changeNames, possibleChanges, roleNames, stateNames, stateDetail, typeNames } from './labels.ts'
import { detailOfRecord, nameOfRecord } from './records.ts'

/** Shows the account of one member, the possible changes, and the earlier changes by operators. */
export function MemberView({ userId }: { userId: string }) {
  const query = useMember(userId)
  return (
    <div className={styles.list}>
      <Link className={styles.back} to={tabPath('members')}>
        <ArrowLeft aria-hidden="true" />
        {t('Find a member')}
      </Link>
      <QueryView query={query} title={t('The member could not be loaded')}>
        {({ member }) => <LoadedMember member={member} />}
      </QueryView>
    </div>
  )
}

function LoadedMember({ member }: { member: AdministeredMember }) {
  const heading = useFocusAfterNavigation<HTMLHeadingElement>()
  return (
    <article
      className={`card ${styles.panel}`}
      aria-label={t('Member @{username}', { username: member.username })}
    >
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {member.full_name === null ? `@${member.username}` : `${member.full_name} (@${member.username})`}
        </h2>
        <Badge tone={member.state === 'active' ? 'live' : 'neutral'}>{stateNames[member.state]}</Badge>
      </header>
      <Facts member={member} />
      <Changes member={member} onChanged={() => heading.current?.focus()} />
      <Records records={member.records} />
    </article>
  )
}

function Facts({ member }: { member: AdministeredMember }) {
  const { joined_on, last_active_on, access_code, role } = member
  const isKnown = member.state !== 'deleting'
  return (
    <>
      {stateDetail(member) && <p>{stateDetail(member)}</p>}
      {isKnown && <Link to={paths.profile(member.username)}>{t('Open the profile')}</Link>}
      {isKnown && (
        <dl className={styles.facts}>
          <Fact label={t('Joined')}>{joined_on === null ? t('Unknown') : formatDate(joined_on)}</Fact>
          <Fact label={t('Last active')}>
            {last_active_on === null ? t('Unknown') : formatDate(last_active_on)}
          </Fact>
          <Fact label={t('Joined with the code')}>
            {access_code === null ? (
              t('None')
            ) : (
              <Link className={styles.code} to={codePath(access_code)}>
                {access_code}
              </Link>
            )}
          </Fact>
          <Fact label={t('Email verified')}>{member.email_verified ? t('Yes') : t('No')}</Fact>
          <Fact label={t('Two-step sign-in')}>{member.has_second_factor ? t('On') : t('Off')}</Fact>
          <Fact label={t('Role')}>{role === null ? t('None') : roleNames[role]}</Fact>
          <Fact label={t('Label')}>
            {typeNames[member.member_type]}
            {member.is_label_hidden && <> {t('(hidden since the name changed)')}</>}
          </Fact>
        </dl>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Changes({ member, onChanged }: { member: AdministeredMember; onChanged: () => void }) {
  const { user } = useSession()
  const [openChange, setOpenChange] = useState<MemberChange | null>(null)
  const buttonOf = useFocusOnClose(openChange)
  if (member.user_id === user?.userId) {
    return (
      <p className={styles.meta}>{t('This is your own account. Another administrator can change it.')}</p>
    )
  }
  if (member.role !== null) {
    return (
      <p className={styles.meta}>
        {t('Accounts of moderators and administrators can be changed only with commands on the server.')}
      </p>
    )
  }
  if (openChange) {
    return (
      <ChangeForm
        member={member}
        change={openChange}
        onDone={() => {
          setOpenChange(null)
          announce(t('{change}: done.', { change: changeNames[openChange] }))
          onChanged()
        }}
        onCancel={() => setOpenChange(null)}
      />
    )
  }
  return (
    <div className={styles.buttons}>
      {possibleChanges(member).map((change) => (
        <Button key={change} ref={buttonOf(change)} variant="secondary" onClick={() => setOpenChange(change)}>
          {changeNames[change]}
        </Button>
      ))}
    </div>
  )
}

function Records({ records }: Pick<AdministeredMember, 'records'>) {
  if (records.length === 0) {
    return <p className={styles.meta}>{t('No operator has changed this account.')}</p>
  }
  return (
    <section aria-label={t('Audit log')}>
      <h3 className={styles.label}>{t('Changes by operators')}</h3>
      <ul className={styles.people}>
        {records.map(({ action, created_at, operator, reason, detail }) => (
          <li key={`${created_at} ${action}`}>
            <span className={styles.note}>
              <b>{[nameOfRecord(action), detailOfRecord(action, detail)].filter(Boolean).join(' · ')}</b>
              {reason !== null && `: ${reason}`}
            </span>
            <span className={styles.meta}>
              {operator} · {formatDate(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
