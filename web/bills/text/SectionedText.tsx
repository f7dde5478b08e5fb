import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { enclosingKeys, sectionFragment, sectionName } from '#contract/bills/sectionLinks.ts'
import { getVersion } from '#contract/bills/versions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import { messageOf, queryFor } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { sectionParagraphs, type Paragraph } from './sectionParagraphs.ts'
import { SectionTools } from './SectionTools.tsx'
import { useLocatedSection, type SectionTarget } from './useSectionTarget.ts'
import styles from './SectionedText.module.css'

type VersionText = OutputOf<typeof getVersion>
type Section = VersionText['sections'][number]

/** Returns the version whose sections can be shown and linked, or null if the text is a digest or has no sections. */
export function sectionedVersion(bill: BillDetail): number | null {
  const { text_version, bill_sections } = bill
  return text_version && text_version.sections && !bill_sections?.note ? text_version.version_no : null
}

/** Loads the sections of a version when a reader opens the text or chooses a section. */
export function useVersionText(bill_id: string, version_no: number | null, isWanted = true) {
  return useQuery({
    ...queryFor(getVersion, { id: bill_id, version_no: version_no ?? 0 }),
    enabled: version_no !== null && isWanted,
  })
}

type SectionedTextProps = {
  bill: BillDetail
  version_no: number
  target: SectionTarget | null
  loading: ReactNode
  /** The text without links, which is shown if the sections cannot be loaded. */
  plain: ReactNode
}

/** The text of a bill in sections that have URLs. The section of a followed link is marked and takes the focus. */
export function SectionedText({ bill, version_no, target, loading, plain }: SectionedTextProps) {
  const query = useVersionText(bill.bill_id, version_no)
  const location = useLocatedSection(bill.bill_id, target, version_no)
  if (query.isPending || location.isPending) return loading
  if (!query.data) {
    return (
      <>
        <div role="alert" className={styles.notice}>
          <p>
            {t('The links to sections could not be loaded. {reason}', { reason: messageOf(query.error) })}
          </p>
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {t('Try Again')}
          </Button>
        </div>
        {plain}
      </>
    )
  }
  const marked = location.key && findKeyToMark(query.data.sections, location.key)
  return (
    <>
      {target && !marked && <MissingSection bill={bill} target={target} version_no={version_no} />}
      <Sections bill={bill} text={query.data} marked={marked} shownAt={target?.at} />
    </>
  )
}

/** Returns the linked paragraph or, if the text no longer has it, the smallest part that contained it. */
function findKeyToMark(sections: readonly Section[], linkedKey: string): string | null {
  const keys = new Set<string | null>()
  for (const section of sections) {
    keys.add(section.key)
    for (const { key } of sectionParagraphs(section)) keys.add(key)
  }
  return enclosingKeys(linkedKey).find((key) => keys.has(key)) ?? null
}

type MissingSectionProps = { bill: BillDetail; target: SectionTarget; version_no: number }

function MissingSection({ bill, target, version_no }: MissingSectionProps) {
  const notice = useFocusOn<HTMLDivElement>(target.at)
  return (
    <div ref={notice} tabIndex={-1} className={styles.notice}>
      <p>
        {t('The current text has no {section}.', { section: sectionName(target.key) })}{' '}
        {target.version_no !== null && target.version_no !== version_no && (
          <Link to={paths.compareVersions(bill.bill_id, target.version_no, version_no)}>
            {t('See what changed since')}
          </Link>
        )}
      </p>
    </div>
  )
}

type SectionsProps = {
  bill: BillDetail
  text: VersionText
  marked: string | null
  /** Changes whenever a link to a section is followed. */
  shownAt: string | undefined
}

/**
 * Scrolls to the element, and again whenever the page around it grows, until the reader does something. What is above it may
 * still be loading.
 */
function keepInView(element: HTMLElement): () => void {
  const done = new AbortController()
  const page = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }))
  const stop = () => {
    page.disconnect()
    done.abort()
  }
  element.scrollIntoView({ block: 'start' })
  page.observe(element.closest('[role=dialog]') ?? document.body)
  for (const action of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(action, stop, { signal: done.signal, passive: true })
  }
  return stop
}

function Sections({ bill, text, marked, shownAt }: SectionsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (marked === null || shownAt === undefined) return undefined
    const element = box.current?.querySelector<HTMLElement>(`[id="${sectionFragment(marked)}"]`)
    if (!element) return undefined
    element.focus({ preventScroll: true })
    return keepInView(element)
  }, [marked, shownAt])
  const { version_no } = text.version
  return (
    <div ref={box} className={styles.text}>
      {text.sections.map((section, index) => {
        const { key, number, title, path } = section
        const chapter = path.join(' · ')
        const isNewChapter = chapter !== '' && chapter !== text.sections[index - 1]?.path.join(' · ')
        return (
          <section key={key} className={styles.section} {...anchorAttributes(key, marked)}>
            {isNewChapter && (
              <p className={styles.chapter} lang={recordLanguage}>
                {chapter}
              </p>
            )}
            <div className={styles.head}>
              <h3 lang={recordLanguage}>
                {/^\d/.test(number) ? `§ ${number}` : number} {title}
              </h3>
              <SectionTools bill={bill} version_no={version_no} section={key} count={section.comment_count} />
            </div>
            {sectionParagraphs(section).map((paragraph, line) => (
              <SectionParagraph
                // oxlint-disable-next-line react/no-array-index-key -- paragraphs of a text that never changes
                key={line}
                paragraph={paragraph}
                marked={marked}
                tools={
                  paragraph.key !== null &&
                  paragraph.depth === 1 && (
                    <SectionTools bill={bill} version_no={version_no} section={paragraph.key} />
                  )
                }
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

type SectionParagraphProps = { paragraph: Paragraph; marked: string | null; tools: ReactNode }

function SectionParagraph({ paragraph, marked, tools }: SectionParagraphProps) {
  const { key, depth, isQuoted, pieces } = paragraph
  return (
    <p
      className={styles.paragraph}
      data-depth={Math.min(depth, 4)}
      data-quoted={isQuoted || undefined}
      {...(key === null ? {} : anchorAttributes(key, marked))}
    >
      <span lang={recordLanguage}>
        {pieces.map(({ mark, text }, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- pieces of a text that never changes
          if (mark === 'struck_law') return <del key={index}>{text}</del>
          // oxlint-disable-next-line react/no-array-index-key -- see above
          return mark === 'added_law' ? <ins key={index}>{text}</ins> : text
        })}
      </span>
      {tools && ' '}
      {tools}
    </p>
  )
}

/** Returns the attributes of an element that links can point to. Only the marked element can take the focus. */
function anchorAttributes(key: string, marked: string | null) {
  const id = sectionFragment(key)
  return key === marked ? ({ id, tabIndex: -1, 'aria-current': 'location' } as const) : { id }
}
