import { useMutation } from '@tanstack/react-query'
import { getFeedAddress, resetFeedAddress } from '../../contract/alerts.ts'
import { SettingsRow } from '../accounts/settings/SettingsCard.tsx'
import { call, messageOf } from '../kit/api/api.ts'
import { Button } from '../kit/ui/Button.tsx'
import { TextField } from '../kit/ui/Field.tsx'
import styles from './AlertsCard.module.css'

/** The private address for feed readers, shown on request, and a button that replaces it. */
export function FeedRow() {
  const address = useMutation({
    mutationFn: (isReset: boolean) => call(isReset ? resetFeedAddress : getFeedAddress, {}),
  })
  const url = address.data?.atom_url
  return (
    <SettingsRow
      title="Feed for a news reader"
      description="A private address with everything you follow. Anyone who has it can read the feed. Reset it if you shared it by mistake."
      note={
        <div className={styles.feed}>
          {url && (
            <TextField
              label="Your private feed"
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          )}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> would be the form's result */}
          <p role="status">
            {address.data && address.variables && 'The old address no longer works.'}
            {address.error && messageOf(address.error)}
          </p>
        </div>
      }
    >
      <Button
        variant="secondary"
        busy={address.isPending}
        busyLabel="Loading..."
        onClick={() => address.mutate(url !== undefined)}
      >
        {url === undefined ? 'Show address' : 'Reset address'}
      </Button>
    </SettingsRow>
  )
}
