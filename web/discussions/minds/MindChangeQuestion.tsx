import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Comment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { answerMindChange, type MindChangeAnswer } from '#contract/persuasion.ts'
import { changeComment } from '#web/comments/commentTree.ts'
import { changeThreads } from '#web/comments/threads.ts'
import { commentsOf } from '#web/discussions/threads.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './MindChangeQuestion.module.css'

const choices: readonly (readonly [MindChangeAnswer, string])[] = [
  ['yes', t('Yes')],
  ['no', t('No')],
  ['unsure', t('Not sure')],
  ['dismissed', t('[question]Dismiss')],
]

/** Asks once whether the viewer would have changed their mind without this comment. */
export function MindChangeQuestion({
  bill_id,
  comment: { comment_id },
}: {
  bill_id: string
  comment: Comment
}) {
  const cache = useQueryClient()
  const retry = useIdempotentRetry()
  const question = useRef<HTMLDivElement>(null)
  const answering = useMutation({
    mutationFn: (would_have_changed_anyway: MindChangeAnswer) =>
      retry.send(would_have_changed_anyway, (idempotencyKey) =>
        call(answerMindChange, { id: comment_id, would_have_changed_anyway }, { idempotencyKey }),
      ),
    onSuccess: () => {
      // The question is removed, so the focus moves to the button that led to it.
      question.current?.closest('[data-comment]')?.querySelector<HTMLElement>('[data-credited]')?.focus()
      announce(t('Thank you. Your answer is saved.'))
      changeThreads<Comment>(cache, commentsOf(bill_id), (threads) =>
        changeComment(threads, comment_id, (current) => ({ ...current, asks_about_change: false })),
      )
    },
    onError: (error) => toast(messageOf(error), 'failure'),
  })
  return (
    <div ref={question} className={styles.question}>
      <span>{t('Would you have changed your mind without this comment?')}</span>
      {choices.map(([answer, label]) => (
        <TextButton key={answer} onClick={() => !answering.isPending && answering.mutate(answer)}>
          {label}
        </TextButton>
      ))}
    </div>
  )
}
