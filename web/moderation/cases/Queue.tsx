import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import {
  type CaseFilter,
  type Decision,
  type ModerationCase,
  maxDecidedCases,
} from '#contract/moderation/cases.ts'
import { reportText } from '#contract/storedTexts.ts'
import { detectedLang } from '#web/kit/detectedLang.ts'
import { focusContent, useFocusOnClose, useFocusOnFirstNew } from '#web/kit/focus.ts'
import { timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import type { CaseKey, useCases } from './actions.ts'
import { CaseDecisionForm } from './DecisionForm.tsx'
import { decisionNames, itemTitles, reasonNames } from './labels.ts'
import { styles } from './styles.ts'

const bulkDecisions: Decision[] = ['dismiss', 'hide']

const emptyTitles: Record<CaseFilter, string> = {
  open: t('No open reports'),
  mine: t('No cases are assigned to you'),
  all: t('No reports yet'),
}

type QueueProps = {
  query: ReturnType<typeof useCases>
  cases: ModerationCase[]
  filter: CaseFilter
  openId: string | null
}

export function Queue({ query, cases, filter, openId }: QueueProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  // A case is no longer selected if another moderator has decided it in the meantime.
  const selectedCases = cases.filter(({ target_id, is_open }) => is_open && selectedIds.has(target_id))
  const list = useFocusOnFirstNew<HTMLUListElement>(cases.length, ':scope > li', query.data?.pages.length)
  if (cases.length === 0) {
    return (
      <Empty
        icon={<CircleCheck />}
        title={emptyTitles[filter]}
        hint={t('When members report something, it appears here, the oldest first.')}
      />
    )
  }

  function toggle(id: string) {
    setSelectedIds((before) => {
      const after = new Set(before)
      if (!after.delete(id) && selectedCases.length < maxDecidedCases) {
        after.add(id)
      }
      return after
    })
  }

  return (
    <>
      {selectedCases.length > 0 && (
        <BulkDecision cases={selectedCases} onDone={() => setSelectedIds(new Set())} />
      )}
      <PagedContent query={query} failureTitle={t('The cases could not be loaded')}>
        <ul ref={list} className={styles.list} aria-label={t('Cases')}>
          {cases.map((item) => (
            <CaseRow
              key={`${item.target_type} ${item.target_id}`}
              item={item}
              isOpen={item.target_id === openId}
              isSelected={selectedIds.has(item.target_id)}
              filter={filter}
              onToggle={() => toggle(item.target_id)}
            />
          ))}
        </ul>
      </PagedContent>
    </>
  )
}

type CaseRowProps = {
  item: ModerationCase
  isOpen: boolean
  isSelected: boolean
  filter: CaseFilter
  onToggle: () => void
}

function CaseRow({ item, isOpen, isSelected, filter, onToggle }: CaseRowProps) {
  const { is_open, target_type, report_count, reasons, author_username, excerpt, assigned_to } = item
  const titles = itemTitles[target_type]
  const name = author_username ? titles.by(author_username) : titles.one
  return (
    <li tabIndex={-1} className={classNames('card', styles.row, isOpen && styles.open)}>
      {is_open && (
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={t('Select: {name}', { name })}
          checked={isSelected}
          onChange={onToggle}
        />
      )}
      <Link
        className={styles.link}
        to={paths.moderationCase(item, filter)}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span className={styles.rowTitle}>{name}</span>
        <span className={styles.meta}>
          {plural(report_count, '{n} report|{n} reports')} ·{' '}
          {reasons.map((reason) => reasonNames[reason]).join(', ')} · {timeAgo(item.first_reported_at)}
        </span>
        {excerpt !== null && (
          <span className={styles.excerpt} lang={target_type === 'user' ? undefined : detectedLang(excerpt)}>
            {target_type === 'user' ? reportText(excerpt) : excerpt}
          </span>
        )}
        {assigned_to && (
          <span className={styles.meta}>
            {t('Assigned to @{username}', { username: assigned_to.username })}
          </span>
        )}
        {!is_open && <span className={styles.meta}>{t('Decided')}</span>}
      </Link>
    </li>
  )
}

/** Makes one decision with one reason for all selected cases. */
function BulkDecision({ cases, onDone }: { cases: CaseKey[]; onDone: () => void }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const buttonOf = useFocusOnClose(decision)
  return (
    <section className={`card ${styles.bulk}`} aria-label={t('Selected cases')}>
      {decision ? (
        <CaseDecisionForm
          decision={decision}
          cases={cases}
          what={plural(cases.length, '{n} case|{n} cases')}
          onDecided={() => {
            announce(plural(cases.length, '{n} case decided.|{n} cases decided.'))
            focusContent()
            onDone()
          }}
          onCancel={() => setDecision(null)}
        />
      ) : (
        <div className={styles.buttons}>
          <b>{plural(cases.length, '{n} case selected|{n} cases selected')}</b>
          {bulkDecisions.map((name) => (
            <Button key={name} ref={buttonOf(name)} variant="secondary" onClick={() => setDecision(name)}>
              {decisionNames[name]}
            </Button>
          ))}
          <Button variant="quiet" onClick={onDone}>
            {t('Clear')}
          </Button>
        </div>
      )}
    </section>
  )
}
