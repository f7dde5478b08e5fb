import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import {
  checkAddressList,
  maxAddresses,
  readAddressList,
  checkNote,
  inviteByEmail,
} from '#contract/administration/codes.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { styles } from '#web/administration/styles.ts'
import { call } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { SelectField, TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { T } from '#web/kit/ui/T.tsx'
import { useReloadCodes } from './actions.ts'

const periods = [7, 30, 90]
const empty = { addresses: '', days: '30', note: '' }

function check({ addresses, note }: typeof empty) {
  return onlyErrors({ addresses: checkAddressList(addresses), note: checkNote(note) })
}

/** Emails an access code to each address of a list. If a line is invalid, nothing is sent and the form keeps the list. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty)
  const file = useRef<HTMLInputElement>(null)
  const reload = useReloadCodes()
  const retry = useIdempotentRetry()
  const form = useSubmittedForm({
    name: 'invite',
    values,
    onChange: setValues,
    check,
    fallback: t('The invitations could not be sent. Please try again.'),
    send,
  })
  const { addresses } = readAddressList(values.addresses)

  async function send() {
    const input = { addresses: values.addresses, days: Number(values.days), note: values.note }
    const { invited, repeated } = await retry.send(JSON.stringify(input), (idempotencyKey) =>
      call(inviteByEmail, input, { idempotencyKey }),
    )
    const onTheWay = plural(invited, '{n} invitation on the way.|{n} invitations on the way.')
    toast(
      repeated === 0
        ? onTheWay
        : `${onTheWay} ${plural(repeated, '{n} repeated address left out.|{n} repeated addresses left out.')}`,
    )
    onClose()
    await reload()
  }

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const text = await target.files?.[0]?.text()
    target.value = ''
    if (text === undefined) {
      return
    }
    const before = values.addresses.trim()
    form.edit({ addresses: before === '' ? text : `${before}\n${text}` })
  }

  return (
    <form {...form.formProps} className={`card ${styles.panel}`} aria-label={t('Invite by email')}>
      {form.failure && <Alert kind="error" title={form.failure} level={3} />}
      <TextArea
        {...form.field('addresses')}
        label={t('Email addresses')}
        hint={t(
          'One on each line, or the text of a CSV file: up to {count}. Each address gets its own code, which works once.',
          { count: maxAddresses },
        )}
        rows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {form.errors.addresses && <Problems text={values.addresses} />}
      <div className={styles.buttons}>
        <input
          ref={file}
          hidden
          type="file"
          aria-label={t('CSV file')}
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void readFile(event)}
        />
        <Button variant="secondary" onClick={() => file.current?.click()}>
          <FileUp aria-hidden="true" />
          {t('Add a CSV file')}
        </Button>
        <span className={styles.meta}>
          {plural(addresses.length, '{n} valid address|{n} valid addresses')}
        </span>
      </div>
      <div className={styles.pairs}>
        <SelectField
          label={t('The codes work for')}
          value={values.days}
          onChange={({ target }) => form.edit({ days: target.value })}
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              {plural(days, '{n} day|{n} days')}
            </option>
          ))}
        </SelectField>
        <TextField {...form.field('note')} label={t('Note (optional)')} autoComplete="off" />
      </div>
      <p className={styles.meta}>
        {t(
          "We delete each address when its email is sent, or within 30 days if it can't be delivered. The list of codes never shows addresses.",
        )}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" busy={form.isBusy} busyLabel={t('Sending...')}>
          {t('Send invitations')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

const shownProblems = 20

/** Lists the lines to correct. The list changes with every edit. */
function Problems({ text }: { text: string }) {
  const { problems } = readAddressList(text)
  if (problems.length === 0) {
    return null
  }
  return (
    <ul className={styles.problems} aria-label={t('Lines to check')}>
      {problems.slice(0, shownProblems).map((problem) => (
        <li key={`${problem.line} ${problem.text}`}>
          <T
            text="Line {line}: {problem} {text}"
            values={{ line: problem.line, problem: problem.message, text: <q>{problem.text}</q> }}
          />
        </li>
      ))}
      {problems.length > shownProblems && (
        <li>{t('and {count} more', { count: problems.length - shownProblems })}</li>
      )}
    </ul>
  )
}
