import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { replacementText } from '#contract/discussionTexts.ts'
import { t } from '#contract/kit/translate.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import type { CommentFacts } from './discussion.ts'
import { Translatable } from './translation/Translatable.tsx'
import styles from './Comment.module.css'

/** A text that is shorter has at most twelve lines, even on a small phone with large letters. */
const minLongText = 120

type CommentTextProps = {
  comment: Pick<CommentFacts, 'comment_id' | 'content' | 'language' | 'is_deleted'>
  kind: 'bill_comment' | 'group_comment'
  isFaint: boolean
}

/** The text of a comment. From the thirteenth line on it is folded until the reader unfolds it. */
export function CommentText({ comment, kind, isFaint }: CommentTextProps) {
  const { comment_id, content, language, is_deleted } = comment
  const [isOpen, setIsOpen] = useState(false)
  const isLong = content.length >= minLongText || content.split('\n').length > 12
  const [text, isFolded] = useIsCut(isLong && !isOpen, () => setIsOpen(true))
  const paragraph = (shown: ReactNode, lang?: string) => (
    <p
      ref={text}
      lang={lang}
      className={classNames(styles.text, isFaint && styles.faint, isLong && !isOpen && styles.folded)}
    >
      {shown}
    </p>
  )
  return (
    <>
      {is_deleted ? (
        paragraph(replacementText(content))
      ) : (
        <Translatable target_type={kind} target_id={comment_id} content={content} language={language}>
          {paragraph}
        </Translatable>
      )}
      {(isFolded || isOpen) && (
        <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('Show less') : t('Show the whole comment')}
        </TextButton>
      )}
    </>
  )
}

/** Measures whether the stylesheet cuts the text, again when its width changes. */
function useIsCut(canBeCut: boolean, onFocus: () => void) {
  const unfold = useEffectEvent(onFocus)
  const text = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !canBeCut) {
      return undefined
    }
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A link in the folded part would take the focus where nobody sees it.
    const showLink = () => {
      if (element.scrollHeight > element.clientHeight + 1) {
        unfold()
      }
    }
    element.addEventListener('focusin', showLink)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', showLink)
    }
  }, [canBeCut])
  return [text, canBeCut && isCut] as const
}
