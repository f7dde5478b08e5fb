import { FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import {
  checkAddressList,
  maxAddresses,
  readAddressList,
  checkNote,
  inviteByEmail,
} from '#contract/administration/codes.ts'
import { styles } from '#web/administration/styles.ts'
import { call } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { pluralize } from '#web/kit/format.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { SelectField, TextArea, TextField } from '#web/kit/ui/Field.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
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
  const submission = useSubmission('The invitations could not be sent. Please try again.')
  const form = useForm({
    name: 'invite',
    values,
    onChange: setValues,
    check,
    onEdit: submission.clearFailure,
  })
  const { addresses } = readAddressList(values.addresses)

  async function send() {
    const input = { addresses: values.addresses, days: Number(values.days), note: values.note }
    const { invited, repeated } = await retry.send(JSON.stringify(input), (idempotencyKey) =>
      call(inviteByEmail, input, { idempotencyKey }),
    )
    const repetition =
      repeated > 0 ? ` ${pluralize(repeated, 'repeated address', 'repeated addresses')} left out.` : ''
    toast(`${pluralize(invited, 'invitation')} on the way.${repetition}`)
    onClose()
    await reload()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && form.validate()) void submission.submit(send, form.showServerErrors)
  }

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const text = await target.files?.[0]?.text()
    target.value = ''
    if (text === undefined) return
    const before = values.addresses.trim()
    form.edit({ addresses: before === '' ? text : `${before}\n${text}` })
  }

  return (
    <form
      {...form.formProps}
      className={`card ${styles.panel}`}
      aria-label="Invite by email"
      onSubmit={submit}
    >
      {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
      <TextArea
        {...form.field('addresses')}
        label="Email addresses"
        hint={`One on each line, or the text of a CSV file: up to ${maxAddresses}. Each address gets its own code, which works once.`}
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
          aria-label="CSV file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void readFile(event)}
        />
        <Button variant="secondary" onClick={() => file.current?.click()}>
          <FileUp aria-hidden="true" />
          Add a CSV file
        </Button>
        <span className={styles.meta}>{pluralize(addresses.length, 'valid address', 'valid addresses')}</span>
      </div>
      <div className={styles.pairs}>
        <SelectField
          label="The codes work for"
          value={values.days}
          onChange={({ target }) => form.edit({ days: target.value })}
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </SelectField>
        <TextField {...form.field('note')} label="Note (optional)" autoComplete="off" />
      </div>
      <p className={styles.meta}>
        We delete each address when its email is sent, or within 30 days if it can't be delivered. The list of
        codes never shows addresses.
      </p>
      <div className={styles.buttons}>
        <Button type="submit" busy={submission.isBusy} busyLabel="Sending...">
          Send invitations
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const shownProblems = 20

/** Lists the lines to correct. The list changes with every edit. */
function Problems({ text }: { text: string }) {
  const { problems } = readAddressList(text)
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems} aria-label="Lines to check">
      {problems.slice(0, shownProblems).map((problem) => (
        <li key={`${problem.line} ${problem.text}`}>
          Line {problem.line}: {problem.message} <q>{problem.text}</q>
        </li>
      ))}
      {problems.length > shownProblems && <li>and {problems.length - shownProblems} more</li>}
    </ul>
  )
}
