import type { KeyboardEvent } from 'react'
import { checkGroupPost, groupPostMaxLength } from '../../../contract/groups.ts'
import { codePoints } from '../../../contract/rules/text.ts'
import { useDraft } from '../../kit/forms/useDraft.ts'
import { useSession } from '../../kit/session/session.ts'
import { Avatar } from '../../kit/ui/Avatar.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { FieldError } from '../../kit/ui/Field.tsx'
import { useCreatePost } from '../actions.ts'
import styles from '../GroupFeed.module.css'

/** The form for a new post. Its draft survives a reload or an expired session until the server has the text. */
export function PostComposer({ group_id }: { group_id: string }) {
  const { user } = useSession()
  const draft = `post:${group_id}`
  const [text, setText] = useDraft(draft)
  const posting = useCreatePost(group_id, draft)
  const refusal = checkGroupPost(text)
  const length = codePoints(text.trim())

  function post() {
    if (!refusal) posting.post(text.trim())
  }
  function postByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    post()
  }

  return (
    <form
      className={classNames('card', styles.composer)}
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      {user && (
        <Avatar
          name={user.fullName}
          pictureUrl={user.profilePictureUrl}
          level={user.engagement_level}
          size="medium"
          decorative
        />
      )}
      <textarea
        className={classNames('input', styles.field)}
        rows={4}
        aria-label="Write a post"
        aria-describedby="post-counter"
        placeholder="Share something with this group"
        value={text}
        readOnly={posting.isPosting}
        aria-busy={posting.isPosting || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={postByKey}
      />
      {posting.failure && (
        <div role="alert" className={styles.composerFailure}>
          <FieldError>{posting.failure}</FieldError>
        </div>
      )}
      <div className={styles.composerFoot}>
        <span
          id="post-counter"
          className={classNames(styles.counter, length > groupPostMaxLength && styles.tooLong)}
        >
          {length}/{groupPostMaxLength} characters
        </span>
        <Button type="submit" busy={posting.isPosting} busyLabel="POSTING" aria-disabled={refusal !== null}>
          POST
        </Button>
      </div>
    </form>
  )
}
