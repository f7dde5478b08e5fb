import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Building2, FileText, Info, Landmark, Map, MessageSquareText, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { getGroup, type Group } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { FollowTargetButton } from '#web/alerts/FollowTargetButton.tsx'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { queryFor, messageOr } from '#web/kit/api/api.ts'
import { centerTab } from '#web/kit/centerTab.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Link, navigate } from '#web/kit/history.tsx'
import { groupTabs, type GroupTab, paths } from '#web/kit/paths.ts'
import { useParams, useSearchParams, withQuery } from '#web/kit/router.tsx'
import { useSession } from '#web/kit/session/session.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Failure, Loading } from '#web/kit/ui/Feedback.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { GroupDescription } from './GroupDescription.tsx'
import { GroupFeed } from './GroupFeed.tsx'
import { GroupFollowButton } from './GroupFollowButton.tsx'
import { GroupMembers } from './members/GroupMembers.tsx'
import styles from './Group.module.css'

const failure = t('Failed to load group')
const levelIcons = { federal: Landmark, state: Map, local: Building2 } as const
const tabs = {
  feed: { label: t('[group]Feed'), icon: MessageSquareText },
  about: { label: t('About'), icon: Info },
  members: { label: t('Members'), icon: Users },
  documents: { label: t('Documents'), icon: FileText },
} as const

/** The screen /groups/{groupId}. The query parameter `tab` selects the tab. The default is the feed. */
export default function GroupScreen() {
  const { groupId = '' } = useParams()
  const { data, error, isPending } = useQuery(queryFor(getGroup, { id: groupId }))
  usePageTitle(data ? placeText(data.group.group_name) : t('Group'))

  return (
    <div className={styles.screen}>
      <Link to={paths.groups} className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        {t('Back to Groups')}
      </Link>
      {isPending && <Loading>{t('Loading group...')}</Loading>}
      {error && !data && (
        <div className={styles.failed}>
          <Failure title={t('Error Loading Group')} message={messageOr(error, failure)} level={1} />
          <ButtonLink variant="secondary" to={paths.groups}>
            {t('Back to Groups')}
          </ButtonLink>
        </div>
      )}
      {data && <GroupPage key={groupId} group={data.group} />}
    </div>
  )
}

function GroupPage({ group }: { group: Group }) {
  const [tab, open] = useTab()
  const { user } = useSession()
  const { government_level, member_count, follower_count, description } = group
  const name = placeText(group.group_name)
  const LevelIcon = levelIcons[government_level]
  return (
    <Tabs
      className={classNames(styles.tabs)}
      keyboardActivation="manual"
      selectedKey={tab}
      onSelectionChange={(key) => {
        const tab = groupTabs.find((name) => name === key)
        if (tab) {
          open(tab)
        }
      }}
    >
      <div className={`card ${styles.top}`}>
        <div className={styles.about}>
          <span className={styles.emblem} aria-hidden="true">
            <LevelIcon />
          </span>
          <div>
            <h1 className="h-page">{name}</h1>
            <p className={styles.meta}>
              <LevelName level={government_level} />
              <span title={t('People who live here or follow this group')}>
                <T
                  text="<b>{n}</b> member|<b>{n}</b> members"
                  count={member_count}
                  values={{ n: formatNumber(member_count), b: strong }}
                />
              </span>
              <span title={t('followers')}>
                <T
                  text="<b>{n}</b> follower|<b>{n}</b> followers"
                  count={follower_count}
                  values={{ n: formatNumber(follower_count), b: strong }}
                />
              </span>
            </p>
            <GroupDescription className={styles.description} text={description} />
            {user && (
              <p className={styles.updates}>
                <FollowTargetButton
                  target={{ target_type: 'jurisdiction', target_id: group.jurisdiction }}
                  name={name}
                  what={t('bill updates')}
                />
              </p>
            )}
          </div>
          <GroupFollowButton group={group} capitals={false} />
        </div>
        <TabList aria-label={name} className={classNames(styles.tabList)}>
          {groupTabs.map((name) => {
            const { label, icon: Icon } = tabs[name]
            return (
              <Tab
                key={name}
                ref={name === tab ? centerTab : null}
                id={name}
                className={classNames(styles.tab)}
              >
                <Icon aria-hidden="true" />
                {label}
              </Tab>
            )
          })}
        </TabList>
      </div>
      <TabPanel id="feed">
        <GroupFeed group={group} />
      </TabPanel>
      <TabPanel id="about">
        <p className={`card ${styles.soon}`}>{t('Group information and details coming soon...')}</p>
      </TabPanel>
      <TabPanel id="members">
        <GroupMembers group={group} />
      </TabPanel>
      <TabPanel id="documents">
        <p className={`card ${styles.soon}`}>{t('Document sharing coming soon...')}</p>
      </TabPanel>
    </Tabs>
  )
}

function strong(content: ReactNode) {
  return <strong className="num">{content}</strong>
}

function useTab() {
  const searchParams = useSearchParams()
  const tab = groupTabs.find((name) => name === searchParams.get('tab')) ?? 'feed'
  function open(next: GroupTab) {
    const changed = new URLSearchParams(searchParams)
    changed.set('tab', next)
    navigate(withQuery(changed))
  }
  return [tab, open] as const
}
