import { useQuery } from '@tanstack/react-query'
import { Quote, X } from 'lucide-react'
import { useId, useState } from 'react'
import { getBill } from '#contract/bills/bills.ts'
import { sectionName } from '#contract/bills/sectionLinks.ts'
import { t } from '#contract/kit/translate.ts'
import {
  clearCommentSection,
  commentOnSection,
  newCommentFieldId,
  useCommentSection,
} from '#web/bills/text/sectionComments.ts'
import { sectionedVersion, useVersionText } from '#web/bills/text/SectionedText.tsx'
import { sectionParagraphs } from '#web/bills/text/sectionParagraphs.ts'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { focusById, useFocusOn } from '#web/kit/focus.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { FieldError } from '#web/kit/ui/Feedback.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './SectionChoice.module.css'

/** An option shows at most this many characters of a title or paragraph. */
const maxOptionLength = 60

/**
 * Lets the author of a new comment choose which section of the text it is about. The sections are loaded on request.
 */
export function SectionChoice({ bill_id }: { bill_id: string }) {
  const section = useCommentSection(bill_id)
  const detail = useQuery(queryFor(getBill, { id: bill_id }))
  const version_no = detail.data ? sectionedVersion(detail.data.bill) : null
  const [isChoosing, setIsChoosing] = useState(false)

  if (section) {
    const name = sectionName(section.key)
    return (
      <p className={styles.chosen}>
        <Quote aria-hidden="true" />
        <T
          text="on {section}{button}"
          values={{
            section: name,
            button: (
              <button
                type="button"
                className={styles.remove}
                aria-label={t('Remove {section} from the comment', { section: name })}
                onClick={() => {
                  focusById(newCommentFieldId)
                  setIsChoosing(false)
                  clearCommentSection(bill_id)
                }}
              >
                <X aria-hidden="true" />
              </button>
            ),
          }}
        />
      </p>
    )
  }
  if (version_no === null) {
    return null
  }
  if (isChoosing) {
    return (
      <SectionSelect
        bill_id={bill_id}
        version_no={version_no}
        onChoose={(key) => {
          setIsChoosing(false)
          if (key) {
            commentOnSection(bill_id, { key, version_no })
          }
          focusById(newCommentFieldId)
        }}
      />
    )
  }
  return (
    <p>
      <TextButton onClick={() => setIsChoosing(true)}>{t('Comment on a section of the text')}</TextButton>
    </p>
  )
}

type SectionSelectProps = { bill_id: string; version_no: number; onChoose: (key: string) => void }

function SectionSelect({ bill_id, version_no, onChoose }: SectionSelectProps) {
  const id = useId()
  const query = useVersionText(bill_id, version_no)
  const select = useFocusOn<HTMLSelectElement>(true)
  // A button confirms the choice, because arrow keys change the value of a closed list with every press.
  const [key, setKey] = useState('')
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{t('Section')}</label>
      <select
        ref={select}
        id={id}
        className="input"
        value={key}
        aria-busy={query.isPending || undefined}
        onChange={(event) => setKey(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') {
            return
          }
          // Escape must close only the list of sections and not the open bill.
          event.stopPropagation()
          onChoose('')
        }}
      >
        <option value="">{query.isPending ? t('Loading the sections...') : t('Choose a section')}</option>
        {query.data?.sections.map((section) => (
          <SectionOptions key={section.key} section={section} />
        ))}
      </select>
      {query.isError && (
        <div role="alert">
          <FieldError>
            {t('The sections could not be loaded. {reason}', { reason: messageOf(query.error) })}
          </FieldError>
          <TextButton onClick={() => void query.refetch()}>{t('Try Again')}</TextButton>
        </div>
      )}
      <Button variant="secondary" aria-disabled={key === ''} onClick={() => key !== '' && onChoose(key)}>
        {t('Add')}
      </Button>
      <Button variant="quiet" onClick={() => onChoose('')}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

type Section = NonNullable<ReturnType<typeof useVersionText>['data']>['sections'][number]

function SectionOptions({ section }: { section: Section }) {
  return (
    <>
      <option
        value={section.key}
        lang={recordLanguage}
      >{`${sectionName(section.key)} ${shorten(section.title)}`}</option>
      {sectionParagraphs(section).map(
        ({ key, depth, pieces }) =>
          key !== null &&
          depth === 1 && (
            <option key={key} value={key} lang={recordLanguage}>
              {`\u2003${sectionName(key)} ${shorten(
                pieces
                  .map(({ text }) => text)
                  .join('')
                  .replace(/^\(\w+\)\s*/, ''),
              )}`}
            </option>
          ),
      )}
    </>
  )
}

function shorten(text: string): string {
  return text.length > maxOptionLength ? `${text.slice(0, maxOptionLength).trimEnd()}...` : text
}
