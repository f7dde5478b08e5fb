import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, ScrollText } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { BillDetail, getBill } from '#contract/bills/bills.ts'
import { digestSectionName } from '#contract/bills/digestSections.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Loading, LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { BillHtml } from './BillHtml.tsx'
import { EarlierText } from './EarlierText.tsx'
import { OfficialLink } from './OfficialLink.tsx'
import { plainWords } from './PlainWords.tsx'
import { SectionedText, sectionedVersion } from './SectionedText.tsx'
import { hasText, useBillText, type BillContent, type FetchedText, type TextState } from './useBillText.ts'
import type { SectionTarget } from './useSectionTarget.ts'
import { VersionPicker } from './VersionPicker.tsx'
import styles from './BillText.module.css'

export type DetailQuery = UseQueryResult<OutputOf<typeof getBill>>

type BillTextProps = {
  detail: DetailQuery
  isReading: boolean
  /** Printing includes the text even if the reader has not opened it. */
  isPrinting: boolean
  onToggle: () => void
  /** The section that a followed link points to. */
  target: SectionTarget | null
}

/** The READ FULL BILL button, the link to the official source, and the text box that the button opens. */
export function BillText({ detail, isReading, isPrinting, onToggle, target }: BillTextProps) {
  const boxId = useId()
  const box = useRef<HTMLElement>(null)
  const isOpen = isReading || isPrinting
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const bill = detail.data?.bill
  const isMissing = bill !== undefined && !hasText(bill)
  const fetched = useBillText(bill?.bill_id ?? '', isMissing && isReading)
  useAnnouncement(fetched.state)
  const sections = useSectionView(bill, target)
  const version = useChosenVersion(bill, target)
  // A bill text needs the full height. A message of one or two lines does not.
  const isShort = isMissing && !fetched.content

  // The pressed button disappears while the text is fetched again, so the box takes its focus.
  function retry(refetch: () => unknown) {
    box.current?.focus({ preventScroll: true })
    void refetch()
  }
  return (
    <section className={styles.text}>
      <div className={styles.head}>
        <Button
          variant="secondary"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? boxId : undefined}
          onClick={onToggle}
        >
          <ScrollText aria-hidden="true" />
          {isOpen ? t('HIDE FULL BILL') : t('READ FULL BILL')}
          <Chevron aria-hidden="true" />
        </Button>
        {bill && !(isMissing && isOpen) && <OfficialLink bill={bill} />}
      </div>
      {isOpen && (
        <>
          {bill && version.shown !== null && isReading && (
            <VersionPicker bill={bill} shown={version.shown} onSelect={version.choose} />
          )}
          <h2 className={styles.printed}>{t('Full bill')}</h2>
          <section
            ref={box}
            id={boxId}
            className={classNames(styles.box, isShort && styles.short)}
            aria-label={t('Full bill')}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable with the keyboard
            tabIndex={isShort ? -1 : 0}
          >
            {bill && version.earlier !== null && !isPrinting ? (
              <EarlierText bill={bill} version_no={version.earlier} loading={<TextSkeleton />} />
            ) : isShort ? (
              <MissingText
                bill={bill}
                fetched={fetched}
                // A printed page can neither wait nor offer Try Again.
                state={isPrinting ? 'unavailable' : fetched.state}
                onRetry={() => retry(fetched.retry)}
              />
            ) : (
              <LoadedText
                detail={detail}
                fetched={fetched.content}
                // A printed page cannot wait for the sections.
                sectioned={isReading ? sections.version_no : null}
                target={target}
                onRetry={() => retry(detail.refetch)}
              />
            )}
          </section>
          {sections.toggle && version.earlier === null && (
            <Button variant="quiet" className={styles.view} onClick={sections.toggle}>
              {sections.version_no === null ? t('Show sections with links') : t('Show as published')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const notAvailable = t('Full bill text not available')
const outcomeMessages: { [state in TextState]?: string } = {
  ready: t('Full bill loaded'),
  unavailable: notAvailable,
  late: t('The text is taking longer than usual.'),
}

/** Announces to screen readers that the wait is over. The loading line and an error announce themselves. */
function useAnnouncement(state: TextState) {
  const previous = useRef(state)
  useEffect(() => {
    const message = previous.current === 'waiting' ? outcomeMessages[state] : undefined
    previous.current = state
    if (message) {
      announce(message)
    }
  }, [state])
}

/**
 * Decides whether the text is shown in sections. It is shown in sections if a link points to one, if the reader requests it, or
 * if the text was published without formatting.
 */
function useSectionView(bill: BillDetail | undefined, target: SectionTarget | null) {
  const [choice, setChoice] = useState<{ bySection: boolean; at: string | undefined } | null>(null)
  const available = bill ? sectionedVersion(bill) : null
  const hasLayout = Boolean(bill?.formatted_text)
  // Following another link shows the sections again.
  const bySection = !hasLayout || (choice && choice.at === target?.at ? choice.bySection : target !== null)
  return {
    version_no: bySection ? available : null,
    toggle:
      hasLayout && available !== null ? () => setChoice({ bySection: !bySection, at: target?.at }) : null,
  }
}

/** The version that the reader chose. Following a link to a section shows the current text again. */
function useChosenVersion(bill: BillDetail | undefined, target: SectionTarget | null) {
  const [choice, setChoice] = useState<{ version_no: number; at: string | undefined } | null>(null)
  const current = bill?.text_version?.version_no ?? null
  const chosenVersion = choice && choice.at === target?.at ? choice.version_no : current
  return {
    shown: current === null ? null : chosenVersion,
    /** Null while the current text is shown. */
    earlier: current === null || chosenVersion === current ? null : chosenVersion,
    choose: (version_no: number) => setChoice({ version_no, at: target?.at }),
  }
}

type LoadedTextProps = {
  detail: DetailQuery
  fetched: BillContent | null
  /** The version to show in sections, or null. */
  sectioned: number | null
  target: SectionTarget | null
  onRetry: () => void
}

function LoadedText({ detail, fetched, sectioned, target, onRetry }: LoadedTextProps) {
  if (detail.data) {
    const { bill } = detail.data
    const plain = <Text bill={bill} content={fetched ?? bill} />
    if (sectioned === null) {
      return plain
    }
    return (
      <SectionedText
        bill={bill}
        version_no={sectioned}
        target={target}
        loading={<TextSkeleton />}
        plain={plain}
      />
    )
  }
  if (detail.isError) {
    return (
      <div role="alert" className={styles.failure}>
        <p>{messageOf(detail.error)}</p>
        <Button onClick={onRetry}>{t('Try Again')}</Button>
      </div>
    )
  }
  return <TextSkeleton />
}

function TextSkeleton() {
  return (
    <LoadingShape label={t('Loading the full bill...')} className={styles.loading}>
      <Skeleton width="40%" height="1.25rem" />
      <Skeleton />
      <Skeleton />
      <Skeleton width="70%" />
    </LoadingShape>
  )
}

/** The text as published: formatted if possible, or else in sections, or else as plain text. */
function Text({ bill, content }: { bill: BillDetail; content: BillContent }) {
  if (content.formatted_text) {
    return <BillHtml html={content.formatted_text} loading={<TextSkeleton />} />
  }
  const words = content === bill ? plainWords(bill) : null
  const sections = words?.sections ?? content.bill_sections?.sections ?? []
  if (sections.length === 0) {
    return (
      <p className={styles.lines} lang={recordLanguage}>
        {content.full_text}
      </p>
    )
  }
  const { note } = words ?? content.bill_sections ?? {}
  const lang = words ? words.lang : recordLanguage
  return (
    <>
      {note && (
        <div className={styles.note}>
          <p lang={lang}>{note}</p>
          <OfficialLink bill={bill} />
        </div>
      )}
      {sections.map((section) => (
        <section key={`${section.number} ${section.title}`} lang={lang}>
          <h3>{note ? section.title : `${section.number} ${section.title}`}</h3>
          <p className={styles.lines}>{section.content}</p>
          {note && <p className={styles.section}>{digestSectionName(section.number)}</p>}
        </section>
      ))}
    </>
  )
}

type MissingTextProps = { bill: BillDetail; fetched: FetchedText; state: TextState; onRetry: () => void }

/** A message in place of the text, with a link to the official source. */
function MissingText({ bill, fetched, state, onRetry }: MissingTextProps) {
  return (
    <div className={styles.missing}>
      {state === 'waiting' ? (
        <Loading>{t('Getting the text from {source}...', { source: bill.source_name })}</Loading>
      ) : state === 'failed' ? (
        <p role="alert">{messageOf(fetched.error)}</p>
      ) : (
        <p>{outcomeMessages[state] ?? notAvailable}</p>
      )}
      {(state === 'failed' || state === 'late') && (
        <Button className={styles.retry} onClick={onRetry}>
          {t('Try Again')}
        </Button>
      )}
      <OfficialLink bill={bill} />
    </div>
  )
}
