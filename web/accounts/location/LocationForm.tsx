import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { getUser, type User } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { updateProfile } from '#contract/people.ts'
import { getMyPlaces } from '#contract/places.ts'
import { SaveFoot } from '#web/accounts/settings/SettingsCard.tsx'
import { checkLocation, type LocationValues } from '#web/accounts/settings/settingsForms.ts'
import { queryFor, call } from '#web/kit/api/api.ts'
import { useFormValues } from '#web/kit/forms/useFormValues.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from '#web/accounts/settings/Settings.module.css'

/** A notice that is shown only if the server sends addresses to the geocoder of the Census Bureau. */
function GeocoderNotice() {
  const { data } = useQuery(queryFor(getMyPlaces, {}))
  if (data?.geocoder !== 'census') {
    return null
  }
  return (
    <p>
      {t(
        'To find your exact districts, we send the street address that you save to the geocoder of the U.S. Census Bureau, without your name.',
      )}
    </p>
  )
}

/** The form for the member's postal address. Saving an empty address removes it. */
export function LocationForm({ user }: { user: User }) {
  const savedValues = { address: user.address ?? '' }
  const { values, setValues, reset } = useFormValues('settings:location', savedValues, ['address'])
  const form = useSubmittedForm<LocationValues>({
    name: 'settings',
    values,
    onChange: setValues,
    check: checkLocation,
    fallback: t('Failed to update location'),
    send,
  })
  const cache = useQueryClient()

  async function send() {
    const { user: savedUser } = await call(updateProfile, { address: values.address.trim() })
    reset()
    dispatch({ type: 'update_user', fields: normalizeUser(savedUser) ?? savedUser })
    cache.setQueryData(queryFor(getUser, { id: user.userId }).queryKey, (current) =>
      current ? { ...current, user: savedUser } : current,
    )
    toast(t('Location updated successfully'))
    // Everything is read again, because representatives, local counts and recommendations depend on the address.
    void cache.invalidateQueries()
  }

  return (
    <form {...form.formProps}>
      <div className={styles.body}>
        <p>
          {t(
            'We use your address to find your representatives through a civic information service, and to place you in the groups for your city, state and country. Other members never see it.',
          )}
        </p>
        <GeocoderNotice />
        {form.failure && <Alert kind="error" title={form.failure} level={3} />}
        <TextField
          {...form.field('address')}
          label={t('Address')}
          hint={t(
            'Street, city, state and ZIP code, for example 350 Fifth Avenue, New York, NY 10118. Leave blank to remove your address.',
          )}
          icon={<MapPin aria-hidden="true" />}
          autoComplete="street-address"
          readOnly={form.isBusy}
        />
      </div>
      <SaveFoot label={t('Save location')} busyLabel={t('Saving...')} submission={form} />
    </form>
  )
}
