import { useState, type ReactNode, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { checkNote, type MemberNote } from '#contract/moderation/cases.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { detectedLang } from '#web/kit/detectedLang.ts'
import { focusAtEnd, useFocusOnClose } from '#web/kit/focus.ts'
import { timeAgo } from '#web/kit/format.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextArea } from '#web/kit/ui/Field.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { T } from '#web/kit/ui/T.tsx'
import { useAddNote } from './actions.ts'
import { styles } from './styles.ts'

type NotesProps = { user_id: string; notes: readonly MemberNote[] }

/** The moderators' notes about a member. Only moderators see them. */
export function Notes({ user_id, notes }: NotesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const buttonOf = useFocusOnClose(isOpen ? 'note' : null)
  return (
    <section className={styles.notes} aria-label={t('Notes')}>
      {notes.length > 0 && (
        <ul className={styles.reports}>
          {notes.map(({ note_id, content, written_by, created_at }) => (
            <li key={note_id}>
              <p className={styles.meta}>
                {written_by === null ? (
                  <T text="<b>Note</b> by a former moderator" values={{ b: bold }} />
                ) : (
                  <T text="<b>Note</b> by @{username}" values={{ b: bold, username: written_by }} />
                )}{' '}
                · {timeAgo(created_at)}
              </p>
              <p className={styles.text} lang={detectedLang(content)}>
                {content}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <NoteForm user_id={user_id} onClose={() => setIsOpen(false)} />
      ) : (
        <div>
          <Button variant="quiet" ref={buttonOf('note')} onClick={() => setIsOpen(true)}>
            {t('Add a note')}
          </Button>
        </div>
      )}
    </section>
  )
}

function bold(content: ReactNode) {
  return <b>{content}</b>
}

type NoteFormProps = { user_id: string; onClose: () => void }

function NoteForm({ user_id, onClose }: NoteFormProps) {
  const [content, setContent] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const add = useAddNote(user_id, () => {
    announce(t('The note is saved.'))
    onClose()
  })
  const problem = checkNote(content)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (!problem && !add.isPending) {
      add.mutate(content.trim())
    }
  }

  return (
    <form className={styles.form} aria-label={t('Note')} onSubmit={submit} noValidate>
      {add.isError && (
        <Alert kind="error" title={t('Not saved: {reason}', { reason: messageOf(add.error) })} level={3} />
      )}
      <TextArea
        label={t('Note')}
        required
        hint={t('Only moderators see it.')}
        rows={3}
        ref={focusAtEnd}
        value={content}
        error={wasSubmitted ? problem : null}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={add.isPending} busyLabel={t('Saving...')}>
          {t('Save note')}
        </Button>
        <Button variant="quiet" disabled={add.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
