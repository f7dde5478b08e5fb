import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, Download } from 'lucide-react'
import type { BillDetail } from '#contract/bills/bills.ts'
import { formatDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { stanceProse } from '#contract/stances.ts'
import { getTallyReceipt, type TallyReceipt, transparencyPath, verifierPath } from '#contract/tally.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { loadWithRetry } from '#web/kit/api/lazyPart.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './Tally.module.css'

/** `isRight` is null if this browser lacks the functions for the check. */
type CheckResult = { name: string; isRight: boolean | null }
/** The program that anybody can also run elsewhere. It shares no code with the pages. */
type Verifier = { checkReceipt: (receipt: TallyReceipt, keys: string) => Promise<CheckResult[]> }

const doesNotAddUp = t(
  "This doesn't add up. Save this receipt and show it to the people who run this Hurd. Others can use it to check what went wrong.",
)

const cannotCheck = t(
  'Your browser cannot check this signature. Nothing is known to be wrong. Download the receipt and check it with another browser or with the program.',
)

/** The checks in the language of the page. The program has their English names. */
const checkNames: Readonly<Record<string, string>> = {
  'Your entry': t('Your entry'),
  'Its place in the count': t('Its place in the count'),
  'The totals': t('The totals'),
  'The signed log': t('The signed log'),
}

/** Checks on this device that the member's stance is in the public tally. */
export default function TallyCheck({ bill, onClose }: { bill: BillDetail; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['tally check', bill.bill_id, bill.user_stance],
    queryFn: () => checkOwnStance(bill.bill_id),
    gcTime: 0,
    retry: false,
  })
  const { data, error } = query
  const isWrong = data?.results.some((result) => result.isRight === false)
  const isChecked = data?.results.every((result) => result.isRight !== null)
  return (
    <Dialog
      title={t('Public tally')}
      subtitle={bill.bill_code}
      isOpen
      onClose={onClose}
      actions={
        data && (
          <Button variant="secondary" onClick={() => saveReceipt(data)}>
            <Download aria-hidden="true" />
            {t('Download receipt')}
          </Button>
        )
      }
    >
      <div className={styles.check} aria-live="polite" aria-busy={query.isPending}>
        {query.isPending && <p>{t('Checking…')}</p>}
        {error && <Alert kind="info" title={messageOf(error)} />}
        {data && !isWrong && isChecked && (
          <p>
            {t('Your stance, {stance}, is counted. This device checked it against the tally of {date}.', {
              stance: t(stanceProse[data.receipt.stance]),
              date: formatDay(data.receipt.day),
            })}
          </p>
        )}
        {isWrong && <Alert kind="error" title={doesNotAddUp} />}
        {data && !isWrong && !isChecked && <Alert kind="info" title={cannotCheck} />}
        {data && (
          <ul className={styles.results}>
            {data.results.map((result) => (
              <Result key={result.name} result={result} />
            ))}
          </ul>
        )}
        <p className="note-text">
          <T
            text="A receipt proves your stance to whoever sees it. <link>How to check it yourself</link>"
            values={{ link: (content) => <a href={transparencyPath}>{content}</a> }}
          />
        </p>
      </div>
    </Dialog>
  )
}

function Result({ result }: { result: CheckResult }) {
  const { isRight } = result
  const name = checkNames[result.name] ?? result.name
  if (isRight === null) {
    return (
      <li>
        <CircleHelp aria-hidden="true" />
        {t('{name}: not checked', { name })}
      </li>
    )
  }
  return (
    <li data-right={isRight}>
      {isRight ? <CircleCheck aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      {name}
      <span className="vh">: {isRight ? t('right') : t('wrong')}</span>
    </li>
  )
}

type Check = { receipt: TallyReceipt; keys: string; results: CheckResult[] }

async function checkOwnStance(bill_id: string): Promise<Check> {
  const [{ receipt }, keys, verifier] = await Promise.all([
    call(getTallyReceipt, { id: bill_id }),
    readKeys(),
    loadWithRetry(async (): Promise<Verifier> => import(/* @vite-ignore */ verifierPath)),
  ])
  return { receipt, keys, results: await verifier.checkReceipt(receipt, keys) }
}

async function readKeys(): Promise<string> {
  const response = await fetch(`${transparencyPath}/key`)
  if (!response.ok) {
    throw new Error('The keys of the tally are not available right now. Please try again.')
  }
  return response.text()
}

/** Saves what verify.mjs reads: the receipt and the keys. */
function saveReceipt({ receipt, keys }: Check) {
  const content = JSON.stringify({ receipt, keys: [keys] }, null, 2)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  link.download = `receipt-${receipt.day}-${receipt.bill_id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
