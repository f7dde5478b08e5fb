import { useMemo } from 'react'
import type { GroupPost } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { CommentComposer } from '#web/comments/CommentComposer.tsx'
import { ThreadList } from '#web/comments/ThreadList.tsx'
import { messageOr } from '#web/kit/api/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { postDiscussion } from './postDiscussion.ts'

const failure = t('Failed to load comments')

type PostCommentsProps = {
  group_id: string
  post: GroupPost
  /** Moves the focus elsewhere before a deleted comment disappears with its button. */
  onDeleted: () => void
}

/** The comments of a post and, for members, the field to add one. */
export function PostComments({ group_id, post, onDeleted }: PostCommentsProps) {
  const { user } = useSession()
  const { post_id } = post
  const discussion = useMemo(() => postDiscussion(group_id, post_id), [group_id, post_id])
  return (
    <>
      <ThreadList
        discussion={discussion}
        label={t('Comments')}
        empty={t('No comments yet.')}
        loading={<Loading>{t('Loading comments...')}</Loading>}
        failureMessage={(error) => messageOr(error, failure)}
        onDeleted={onDeleted}
      />
      {user && !post.is_deleted && <CommentComposer discussion={discussion} label={t('Add a comment')} />}
    </>
  )
}
