import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '#contract/kit/translate.ts'
import { type MuteKind, listMuted, type MutedMember } from '#contract/mutes.ts'
import { call } from '#web/kit/api/api.ts'
import { byCursor } from '#web/kit/api/pages.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { muteTexts, useMute } from './useMute.ts'
import styles from './Mutes.module.css'

const texts = {
  mute: {
    list: t('Muted'),
    empty: t("You haven't muted anyone."),
    failure: t("We couldn't load the members you muted"),
  },
  block: {
    list: t('Blocked'),
    empty: t("You haven't blocked anyone."),
    failure: t("We couldn't load the members you blocked"),
  },
}

/** Lists the members that the viewer has muted or blocked, the newest first. Each row has a button that undoes it. */
export function MutedMembers({ kind }: { kind: MuteKind }) {
  const query = useInfiniteQuery({
    queryKey: [listMuted.path, kind],
    queryFn: ({ pageParam, signal }) => call(listMuted, { kind, after: pageParam }, { signal }),
    ...byCursor,
    staleTime: 0,
  })
  const members = query.data?.pages.flatMap((page) => page.members) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(members.length, 'a', query.data?.pages.length)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} tabIndex={-1}>
      <PagedContent query={query} failureTitle={texts[kind].failure} moreClassName={styles.more}>
        {query.data && members.length === 0 && <p className={styles.empty}>{texts[kind].empty}</p>}
        {members.length > 0 && (
          <ul ref={list} className={styles.list} aria-label={texts[kind].list}>
            {members.map((member) => (
              // The pressed button disappears, so the box around the list takes the focus.
              <Row key={member.user_id} kind={kind} member={member} onUndone={() => box.current?.focus()} />
            ))}
          </ul>
        )}
      </PagedContent>
    </div>
  )
}

function Row({ kind, member, onUndone }: { kind: MuteKind; member: MutedMember; onUndone: () => void }) {
  const { username, full_name, profile_picture_url, engagement_level } = member
  const mute = useMute(kind, { ...member, muted: kind }, onUndone)
  const { undo, undoMember, undoing } = muteTexts[kind]
  return (
    <li>
      <Link className={styles.person} to={paths.profile(username)}>
        <Avatar name={full_name} pictureUrl={profile_picture_url} level={engagement_level} size="medium" />
        <span className={styles.names}>
          <span className={styles.name}>{full_name}</span>
          <span className="muted">@{username}</span>
        </span>
      </Link>
      <Button
        variant="secondary"
        busy={mute.isPending}
        busyLabel={undoing}
        aria-label={undoMember(username)}
        onClick={() => mute.mutate(false)}
      >
        {undo}
      </Button>
    </li>
  )
}
