import { CornerUpLeft } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { langOf } from '#web/kit/textLanguage.ts'
import styles from './ParentLine.module.css'

export type Parent = { full_name: string | null; content: string; language: string | null }

/** One line of the comment that a reply answers, above a reply that is shown without its thread. */
export function ParentLine({ parent }: { parent: Parent | null | undefined }) {
  if (!parent) {
    return null
  }
  return (
    <p className={styles.parent}>
      <CornerUpLeft aria-hidden="true" />
      <span className="vh">{t('In reply to')} </span>
      {parent.full_name && <b>{parent.full_name}: </b>}
      <span lang={langOf(parent.language)}>{parent.content}</span>
    </p>
  )
}
