import { useMutation } from '@tanstack/react-query'
import { getFeedAddress, resetFeedAddress, type Fetch } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { SettingsRow } from '#web/accounts/settings/SettingsCard.tsx'
import { call, messageOf } from '#web/kit/api/api.ts'
import { timeAgo } from '#web/kit/format.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import styles from './AlertsCard.module.css'

/** Shows the private URLs for feed readers and calendar apps on request, and replaces them. */
export function FeedRow() {
  const secretUrls = useMutation({
    mutationFn: (isReset: boolean) => call(isReset ? resetFeedAddress : getFeedAddress, {}),
  })
  const url = secretUrls.data?.atom_url
  const wasReset = secretUrls.data && secretUrls.variables
  return (
    <SettingsRow
      title={t('Feed and calendar')}
      description={t(
        "Private addresses with everything you follow, for a news reader and a calendar app. Anyone who has them can read what you follow. Reset them if you shared one by mistake, or if you don't know the program that fetched one.",
      )}
      note={
        <div className={styles.feed}>
          {secretUrls.data && (
            <>
              <TextField
                label={t('Your private feed')}
                readOnly
                value={secretUrls.data.atom_url}
                hint={describeFetch(secretUrls.data.atom_fetch)}
                onFocus={(event) => event.target.select()}
              />
              <TextField
                label={t('Your private calendar of hearings')}
                readOnly
                value={secretUrls.data.calendar_url}
                hint={describeFetch(secretUrls.data.calendar_fetch)}
                onFocus={(event) => event.target.select()}
              />
            </>
          )}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result */}
          <p role="status">
            {wasReset && t('The old addresses no longer work.')}
            {secretUrls.error && messageOf(secretUrls.error)}
          </p>
        </div>
      }
    >
      <Button
        variant="secondary"
        busy={secretUrls.isPending}
        busyLabel={t('Loading...')}
        onClick={() => secretUrls.mutate(url !== undefined)}
      >
        {url === undefined ? t('Show addresses') : t('Reset addresses')}
      </Button>
    </SettingsRow>
  )
}

/** What the server calls the programs that have no name of their own. */
const unnamedReaders: Readonly<Record<string, string>> = {
  'a browser': t('a browser'),
  'a command line': t('a command line'),
  'an unknown program': t('an unknown program'),
}

function describeFetch(fetch: Fetch | null): string {
  if (fetch === null) {
    return t('Nothing has fetched it yet.')
  }
  return t('Last fetched by {reader}: {time}.', {
    reader: unnamedReaders[fetch.reader] ?? fetch.reader,
    time: timeAgo(fetch.fetched_at),
  })
}
