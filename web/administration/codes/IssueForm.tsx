import { Copy, Printer } from 'lucide-react'
import { useState } from 'react'
import {
  checkNote,
  issueCodes,
  maxCards,
  maxCodeUses,
  maxIssuedCodes,
} from '#contract/administration/codes.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { cardsPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { call } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { copyText } from '#web/kit/copyText.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { formatNumber } from '#web/kit/format.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import { useReloadCodes } from './actions.ts'

const empty = { count: '1', maxUses: '1', expires: '', note: '' }

function check({ count, maxUses, expires, note }: typeof empty) {
  return onlyErrors({
    count: checkNumber(count, maxIssuedCodes),
    maxUses: checkNumber(maxUses, maxCodeUses),
    expires: expires !== '' && endOf(expires) <= new Date() ? t('Choose today or a later day') : null,
    note: checkNote(note),
  })
}

function checkNumber(text: string, max: number): string | null {
  const number = Number(text)
  return /^\d+$/.test(text.trim()) && number >= 1 && number <= max
    ? null
    : t('Enter a number from 1 to {max}', { max: formatNumber(max) })
}

/** Returns the last moment of a day in the time zone of the administrator. */
function endOf(day: string): Date {
  return new Date(`${day}T23:59:59.999`)
}

/** Issues access codes and shows the new codes. */
export function IssueForm({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const reload = useReloadCodes()
  const retry = useIdempotentRetry()
  const form = useSubmittedForm({
    name: 'issue',
    values,
    onChange: setValues,
    check,
    fallback: t('The codes could not be issued. Please try again.'),
    send,
  })

  async function send() {
    const input = {
      count: Number(values.count),
      max_uses: Number(values.maxUses),
      expires_at: values.expires === '' ? null : endOf(values.expires).toISOString(),
      note: values.note,
    }
    const { codes } = await retry.send(JSON.stringify(input), (idempotencyKey) =>
      call(issueCodes, input, { idempotencyKey }),
    )
    setNewCodes(codes.map(({ code }) => code))
    setValues(empty)
    await reload()
  }

  if (newCodes) {
    return <NewCodes codes={newCodes} onDone={onClose} />
  }
  return (
    <form {...form.formProps} className={`card ${styles.panel}`} aria-label={t('Issue codes')}>
      {form.failure && <Alert kind="error" title={form.failure} level={3} />}
      <div className={styles.pairs}>
        <TextField
          {...form.field('count')}
          label={t('How many codes')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('maxUses')}
          label={t('Uses of each code')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField {...form.field('expires')} label={t('Last day (optional)')} type="date" />
        <TextField {...form.field('note')} label={t('Note (optional)')} autoComplete="off" />
      </div>
      <p className={styles.meta}>
        {t(
          "Only administrators see the note, for example “Town hall, June”. Don't write a person's name in it.",
        )}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" busy={form.isBusy} busyLabel={t('Issuing...')}>
          {t('[verb]Issue')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useFocusOn<HTMLHeadingElement>(true)

  const copy = () =>
    copyText(codes.join('\n'), {
      copied: t('Copied to clipboard!'),
      failed: t('The codes could not be copied. Select them and copy them yourself.'),
    })

  return (
    <section className={`card ${styles.panel}`} aria-label={t('New codes')}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {plural(codes.length, '{n} code issued|{n} codes issued')}
      </h2>
      <ul className={styles.newCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {t('Copy')}
        </Button>
        <ButtonLink variant="secondary" to={cardsPath(codes.slice(0, maxCards))}>
          <Printer aria-hidden="true" />
          {codes.length > maxCards
            ? t('Sheet of the first {count}', { count: maxCards })
            : t('Sheet to print')}
        </ButtonLink>
        <Button variant="quiet" onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </section>
  )
}
