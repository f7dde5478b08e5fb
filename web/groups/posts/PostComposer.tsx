import { useId, useState } from 'react'
import { checkGroupPost, groupPostMaxLength } from '#contract/groups.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { LengthCounter, SendFailure, sendWithCtrlEnter, ViewerAvatar } from '#web/comments/ComposerParts.tsx'
import { typedIn, type TypedIn } from '#web/comments/mentionField.ts'
import { MentionSuggestions } from '#web/comments/MentionSuggestions.tsx'
import { TextLanguage } from '#web/comments/TextLanguage.tsx'
import { useCreatePost } from '#web/groups/actions.ts'
import { useDraft } from '#web/kit/forms/useDraft.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import styles from '#web/groups/GroupFeed.module.css'

/** The form for a new post. The text is stored as a draft until the server has it, so it survives a reload. */
export function PostComposer({ group_id }: { group_id: string }) {
  const counterId = useId()
  const draft = `post:${group_id}`
  const [text, setText] = useDraft(draft)
  const posting = useCreatePost(group_id, draft)
  const [typed, setTyped] = useState<TypedIn | null>(null)
  const problem = checkGroupPost(text)

  function post() {
    if (!problem) {
      posting.send(text.trim())
    }
  }

  return (
    <form
      className={classNames('card', styles.composer)}
      onSubmit={(event) => {
        event.preventDefault()
        post()
      }}
    >
      <ViewerAvatar size="medium" />
      <div className={styles.fieldBox}>
        <textarea
          className={classNames('input', styles.field)}
          rows={4}
          aria-label={t('Write a post')}
          aria-describedby={counterId}
          placeholder={t('Share something with this group')}
          value={text}
          readOnly={posting.isSending}
          aria-busy={posting.isSending || undefined}
          onChange={({ target }) => {
            setText(target.value)
            setTyped(typedIn(target))
          }}
          onKeyDown={(event) => sendWithCtrlEnter(event, post)}
        />
        <MentionSuggestions typed={typed} scope={{}} onTyped={setTyped} onText={setText} />
      </div>
      <TextLanguage draft={draft} text={text} />
      <SendFailure message={posting.failure} />
      <div className={styles.composerFoot}>
        <LengthCounter
          id={counterId}
          length={codePoints(text.trim())}
          limit={groupPostMaxLength}
          unit={` ${t('characters')}`}
        />
        <Button
          type="submit"
          busy={posting.isSending}
          busyLabel={t('POSTING')}
          aria-disabled={problem !== null}
        >
          {t('POST')}
        </Button>
      </div>
    </form>
  )
}
