import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import {
  compareVersions,
  listVersions,
  type BillVersion,
  type SectionComparison,
} from '#contract/bills/versions.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { call, queryFor } from '#web/kit/api/api.ts'
import { Link, navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { useParams } from '#web/kit/router.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { LoadingShape, Skeleton } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { RetryText } from '#web/kit/ui/RetryText.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { groupSections } from './comparisonRows.ts'
import { SectionChange } from './SectionChange.tsx'
import { useChangeSteps } from './useChangeSteps.ts'
import { summaryWords, versionName } from './versionWords.ts'
import styles from './Compare.module.css'

type Pair = { billId: string; from: number; to: number }

/** /bills/{billId}/compare/{from}/{to}: what changed between two versions of a bill's text. */
export default function CompareScreen() {
  const { billId = '', from = '', to = '' } = useParams()
  return <Comparison key={billId} pair={{ billId, from: Number(from), to: Number(to) }} />
}

function Comparison({ pair }: { pair: Pair }) {
  const comparison = useComparison(pair)
  const { sections, isComplete } = comparison
  const first = comparison.data?.pages[0]
  usePageTitle(first ? t('What changed in {bill}', { bill: first.bill_code }) : t('What changed'))
  return (
    <div className={styles.screen}>
      <Link to={paths.bill(pair.billId)} className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        {t('Back to the bill')}
      </Link>
      <header className={styles.head}>
        <p className={styles.eyebrow}>{t('What changed')}</p>
        <h1 lang={first && recordLanguage}>
          {first ? `${first.bill_code}: ${first.title}` : t('Comparing two versions')}
        </h1>
        <VersionPickers pair={pair} />
      </header>
      <QueryView
        query={comparison}
        title={t("The versions couldn't be compared")}
        loading={
          <LoadingShape label={t('Comparing the versions...')} className={styles.loading}>
            <Skeleton width="60%" height="1.5rem" />
            <Skeleton height="8rem" />
            <Skeleton height="8rem" />
          </LoadingShape>
        }
        actions={
          <ButtonLink variant="secondary" to={paths.bill(pair.billId)}>
            {t('Back to the bill')}
          </ButtonLink>
        }
      >
        {({ pages: [page] }) =>
          page && (
            <Changes
              summary={summaryWords(page.summary, page.have_sections)}
              haveSections={page.have_sections}
              isTruncated={page.is_truncated}
              sections={sections}
              isComplete={isComplete}
              retry={comparison.retry}
            />
          )
        }
      </QueryView>
    </div>
  )
}

/** Loads all pages one after another, because the announced total of "Change 3 of 17" must count all changes. */
function useComparison({ billId: id, from, to }: Pair) {
  const query = useInfiniteQuery({
    queryKey: [compareVersions.path, { id, from, to }],
    queryFn: ({ pageParam }) => call(compareVersions, { id, from, to, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ pagination }) =>
      pagination.has_more ? pagination.offset + pagination.limit : undefined,
    // The texts of versions never change, so a comparison stays valid.
    staleTime: Infinity,
    retry: false,
  })
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) {
      void fetchNextPage()
    }
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return {
    ...query,
    sections: query.data?.pages.flatMap((page) => page.sections) ?? [],
    isComplete: !hasNextPage,
    retry: isError && !isFetching ? () => void fetchNextPage() : null,
  }
}

function VersionPickers({ pair: { billId, from, to } }: { pair: Pair }) {
  const { data, isPending } = useQuery(queryFor(listVersions, { id: billId }))
  const versions = data?.versions.filter(({ has_text }) => has_text) ?? []
  const open = (older: number, newer: number) =>
    navigate(paths.compareVersions(billId, older, newer), { replace: true })
  return (
    <div className={styles.pickers}>
      <Picker
        label={t('[version]From')}
        versions={versions}
        selected={from}
        isLoading={isPending}
        onSelect={(older) => open(older, to)}
      />
      <Picker
        label={t('[version]To')}
        versions={versions}
        selected={to}
        isLoading={isPending}
        onSelect={(newer) => open(from, newer)}
      />
    </div>
  )
}

type PickerProps = {
  label: string
  versions: readonly BillVersion[]
  selected: number
  isLoading: boolean
  onSelect: (version_no: number) => void
}

function Picker({ label, versions, selected, isLoading, onSelect }: PickerProps) {
  const id = useId()
  return (
    <div className={styles.picker}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={selected} onChange={(event) => onSelect(Number(event.target.value))}>
        {versions.some(({ version_no }) => version_no === selected) || (
          <option value={selected}>{isLoading ? t('Loading...') : t('Another version')}</option>
        )}
        {versions.map((version) => (
          <option key={version.version_no} value={version.version_no}>
            {versionName(version)}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChangesProps = {
  summary: string
  haveSections: boolean
  isTruncated: boolean
  sections: readonly SectionComparison[]
  isComplete: boolean
  /** Loads the next sections after a failure. */
  retry: (() => void) | null
}

function Changes({ summary, haveSections, isTruncated, sections, isComplete, retry }: ChangesProps) {
  const container = useRef<HTMLDivElement>(null)
  const { position, go } = useChangeSteps(container)
  const isWide = useMedia(widths.column)
  const blocks = groupSections(sections)
  const hasChanges = blocks.some(({ kind }) => kind === 'changed')
  return (
    <>
      <div className={styles.summary}>
        <p>{summary}</p>
        {!haveSections && <p className={styles.note}>{t('Compared without sections')}</p>}
        {isTruncated && (
          <p className={styles.note}>
            {t(
              'These versions are very long. Some changed sections are shown whole, without marking the words.',
            )}
          </p>
        )}
      </div>
      {hasChanges && (
        <div className={styles.steps}>
          <Button variant="secondary" onClick={() => go(-1)} aria-keyshortcuts="p">
            <ChevronUp aria-hidden="true" />
            {t('Previous change')}
          </Button>
          <Button variant="secondary" onClick={() => go(1)} aria-keyshortcuts="n">
            <ChevronDown aria-hidden="true" />
            {t('Next change')}
          </Button>
          <span className={styles.keys}>
            {position > 0 && <b>{t('Change {number}', { number: position })}</b>} <kbd>p</kbd> <kbd>n</kbd>
          </span>
        </div>
      )}
      <div ref={container} className={styles.list}>
        {blocks.map((block) =>
          block.kind === 'same' ? (
            <SameSections key={block.key} sections={block.sections} />
          ) : (
            <ChangedSection key={block.key} section={block.section} isWide={isWide} />
          ),
        )}
      </div>
      {!isComplete && !retry && <p className={styles.note}>{t('Loading more sections...')}</p>}
      {!isComplete && retry && (
        <p role="alert">
          <RetryText
            text={msg('The other sections could not be loaded. <textButton>Try Again</textButton>')}
            onRetry={retry}
          />
        </p>
      )}
    </>
  )
}

function ChangedSection({ section, isWide }: { section: SectionComparison; isWide: boolean }) {
  const { state } = section
  if (state === 'unchanged' || state === 'moved') {
    return null
  }
  return <SectionChange section={{ ...section, state }} isWide={isWide} />
}

function SameSections({ sections }: { sections: readonly SectionComparison[] }) {
  const moved = sections.filter(({ state }) => state === 'moved').length
  return (
    <details className={styles.fold}>
      <summary>
        {plural(sections.length, '{n} section unchanged|{n} sections unchanged')}
        {moved > 0 && `, ${plural(moved, '{n} moved|{n} moved')}`}
      </summary>
      <ul>
        {sections.map(({ key, number, from_number, title, state }) => (
          <li key={key}>
            {number && <span className={styles.number}>§ {number}</span>}{' '}
            <span lang={recordLanguage}>{title}</span>
            {state === 'moved' && (
              <span className="muted"> {t('(moved from § {section})', { section: from_number ?? '' })}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
