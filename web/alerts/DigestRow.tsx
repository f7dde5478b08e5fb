import { useMutation } from '@tanstack/react-query'
import { sendDigest } from '#contract/alerts.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { SettingsRow } from '#web/accounts/settings/SettingsCard.tsx'
import { call, messageOf } from '#web/kit/api/api.ts'
import { Button } from '#web/kit/ui/Button.tsx'

/** The button "Send me a digest now", with the result below it. */
export function DigestRow() {
  const digest = useMutation({ mutationFn: () => call(sendDigest, {}) })
  return (
    <SettingsRow
      title={t('Get one now')}
      description={t("We'll email you what happened since the last digest. You can ask once an hour.")}
      note={
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result
        <p role="status">
          {digest.data &&
            (digest.data.sent
              ? plural(digest.data.bill_count, 'Sent. It covers {n} bill.|Sent. It covers {n} bills.')
              : t('Nothing has happened since the last one, so we sent nothing.'))}
          {digest.error && messageOf(digest.error)}
        </p>
      }
    >
      <Button
        variant="secondary"
        busy={digest.isPending}
        busyLabel={t('Sending...')}
        onClick={() => digest.mutate()}
      >
        {t('Send me a digest now')}
      </Button>
    </SettingsRow>
  )
}
