import { Brain } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MindChangingComment } from '#contract/discussions.ts'
import { plural } from '#contract/kit/translate.ts'
import { ParentLine } from '#web/comments/ParentLine.tsx'
import { formatDateTime, timeAgo } from '#web/kit/format.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import { MentionText } from '#web/people/MentionText.tsx'
import styles from './Minds.module.css'

type CreditedCommentProps = {
  comment: Pick<MindChangingComment, 'content' | 'language' | 'created_at' | 'change_count' | 'parent'>
  /** The author of the comment, or its bill. */
  head: ReactNode
  /** The link to the comment in its discussion. */
  link: ReactNode
}

/** A comment that changed minds, with the number of members whose minds it changed. */
export function CreditedComment({ comment, head, link }: CreditedCommentProps) {
  const { content, created_at, change_count, parent } = comment
  return (
    <li className={styles.comment}>
      <p className={styles.head}>
        {head}
        <time dateTime={created_at} title={formatDateTime(created_at)}>
          {timeAgo(created_at)}
        </time>
      </p>
      <ParentLine parent={parent} />
      <p className={styles.text} lang={langOf(comment.language)}>
        <MentionText text={content} />
      </p>
      <p className={styles.foot}>
        <span className={styles.credit}>
          <Brain aria-hidden="true" />
          {plural(change_count, 'Changed {n} mind|Changed {n} minds')}
        </span>
        {link}
      </p>
    </li>
  )
}
