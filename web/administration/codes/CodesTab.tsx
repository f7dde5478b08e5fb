import { MailPlus, Plus, Ticket } from 'lucide-react'
import { useState } from 'react'
import { codeFilters, type AccessCode, type CodeFilter } from '#contract/administration/codes.ts'
import { t } from '#contract/kit/translate.ts'
import { codePath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { useFocusOnClose, useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDate } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { useSearchParams } from '#web/kit/router.tsx'
import { site } from '#web/kit/site.ts'
import { Badge, Chip } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { PagedContent } from '#web/kit/ui/PagedContent.tsx'
import { useCodes } from './actions.ts'
import { CardSheet } from './CardSheet.tsx'
import { CodeView } from './CodeView.tsx'
import { InviteForm } from './InviteForm.tsx'
import { IssueForm } from './IssueForm.tsx'
import { expiryOf, filterNames, stateNames, stateTones, usesOf } from './labels.ts'

/** The tab with the list of access codes. If the URL names a code or a sheet of invitations, it is shown instead. */
export default function CodesTab() {
  const searchParams = useSearchParams()
  const code = searchParams.get('code')
  const cards = searchParams.get('cards')
  if (cards !== null) {
    return <CardSheet codes={cards} />
  }
  return code === null ? <Codes /> : <CodeView key={code} code={code} />
}

function Codes() {
  const [openForm, setOpenForm] = useState<'issue' | 'invite' | null>(null)
  const close = () => setOpenForm(null)
  const buttonOf = useFocusOnClose(openForm)
  return (
    <div className={styles.list}>
      <div className={styles.buttons}>
        <Button
          ref={buttonOf('issue')}
          variant={openForm === 'issue' ? 'soft' : 'primary'}
          aria-expanded={openForm === 'issue'}
          onClick={() => setOpenForm(openForm === 'issue' ? null : 'issue')}
        >
          <Plus aria-hidden="true" />
          {t('Issue codes')}
        </Button>
        <Button
          ref={buttonOf('invite')}
          variant={openForm === 'invite' ? 'soft' : 'secondary'}
          aria-expanded={openForm === 'invite'}
          onClick={() => setOpenForm(openForm === 'invite' ? null : 'invite')}
        >
          <MailPlus aria-hidden="true" />
          {t('Invite by email')}
        </Button>
      </div>
      {openForm === 'issue' && <IssueForm onClose={close} />}
      {openForm === 'invite' && <InviteForm onClose={close} />}
      <CodeList />
    </div>
  )
}

function CodeList() {
  const [filter, setFilter] = useState<CodeFilter>('all')
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would need a visible legend */}
      <div className={styles.buttons} role="group" aria-label={t('Show codes')}>
        {codeFilters.map((name) => (
          <Chip key={name} aria-pressed={name === filter} onClick={() => setFilter(name)}>
            {filterNames[name]}
          </Chip>
        ))}
      </div>
      <FilteredCodes key={filter} filter={filter} />
    </>
  )
}

function FilteredCodes({ filter }: { filter: CodeFilter }) {
  const query = useCodes(filter)
  const codes = query.data?.pages.flatMap((page) => page.codes) ?? []
  const list = useFocusOnFirstNew<HTMLUListElement>(codes.length, 'a', query.data?.pages.length)
  return (
    <PagedContent query={query} failureTitle={t('The codes could not be loaded')}>
      {query.data && codes.length === 0 && (
        <Empty
          icon={<Ticket />}
          title={filter === 'all' ? t('No access codes yet') : t('No codes to show')}
          hint={
            site.registration === 'open'
              ? t('Joining is open to everyone.')
              : t('Everyone who registers needs an access code.')
          }
        />
      )}
      {codes.length > 0 && (
        <ul ref={list} className={styles.list} aria-label={t('Access codes')}>
          {codes.map((code) => (
            <CodeRow key={code.code} code={code} />
          ))}
        </ul>
      )}
    </PagedContent>
  )
}

function CodeRow({ code }: { code: AccessCode }) {
  return (
    <li className={`card ${styles.row}`}>
      <Link to={codePath(code.code)} className={styles.code}>
        {code.code}
      </Link>
      <Badge tone={stateTones[code.state]}>{stateNames[code.state]}</Badge>
      {code.note !== '' && <p className={styles.note}>{code.note}</p>}
      <p className={styles.meta}>
        {usesOf(code)} · {expiryOf(code)} · {t('Issued {date}', { date: formatDate(code.created_at) })}
      </p>
    </li>
  )
}
