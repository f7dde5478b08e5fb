import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Brain } from 'lucide-react'
import { listMindChanges } from '#contract/discussions.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { StanceTag } from '#web/bills/stance/StanceTag.tsx'
import { ParentLine } from '#web/comments/ParentLine.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { Section } from '#web/kit/ui/Section.tsx'
import { AuthorLine } from '#web/people/AuthorLine.tsx'
import { MentionText } from '#web/people/MentionText.tsx'
import { useShowComment } from './MindStrip.tsx'
import bill from '#web/bills/BillParts.module.css'
import styles from './Minds.module.css'

/** The comment that changed the most minds, under one line of what it answered. Nothing if no comment changed a mind. */
export function WhatChangedMinds({ bill_id }: { bill_id: string }) {
  // The line "3 people changed their minds here" reads the same page.
  const { data } = useQuery(queryFor(listMindChanges, { id: bill_id, limit: 1 }))
  const showInDiscussion = useShowComment(bill_id)
  const comment = data?.comments[0]
  if (!comment) {
    return null
  }
  const { comment_id, change_count } = comment
  return (
    <Section title={t('What changed minds')} className={`no-print ${bill.card}`}>
      <div className={styles.best}>
        <ParentLine parent={comment.parent} />
        <p className={styles.head}>
          <AuthorLine author={comment} />
          <StanceTag {...comment} />
        </p>
        <p className={styles.text} lang={langOf(comment.language)}>
          <MentionText text={comment.content} />
        </p>
      </div>
      <p className={`muted ${styles.credit}`}>
        <Brain aria-hidden="true" />
        {plural(
          change_count,
          '{n} person says this comment changed their mind|{n} people say this comment changed their mind',
        )}
      </p>
      <TextButton onClick={() => showInDiscussion(comment_id)}>
        {t('Read it in the discussion')}
        <ArrowRight aria-hidden="true" />
      </TextButton>
    </Section>
  )
}
