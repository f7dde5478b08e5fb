import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useRef, type SubmitEvent, useEffect } from 'react'
import { getUser, type User } from '../../../contract/accounts.ts'
import { updateProfile } from '../../../contract/people.ts'
import { getMyPlaces } from '../../../contract/places.ts'
import { queryFor, call } from '../../kit/api/api.ts'
import { useChanges } from '../../kit/forms/useChanges.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { useSaving } from '../../kit/forms/useSaving.ts'
import { dispatch } from '../../kit/session/session.ts'
import { normalizeUser } from '../../kit/session/sessionUser.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { TextField } from '../../kit/ui/Field.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { SaveFoot } from '../settings/SettingsCard.tsx'
import { checkLocation, type LocationValues } from '../settings/settingsForms.ts'
import styles from '../settings/Settings.module.css'

const fallback = 'Failed to update location'

/** Only where addresses leave this server. */
function GeocoderNotice() {
  const { data } = useQuery(queryFor(getMyPlaces, {}))
  if (data?.geocoder !== 'census') return null
  return (
    <p>
      To find your districts exactly, the street address that you save is sent to the geocoder of the U.S.
      Census Bureau, without your name.
    </p>
  )
}

/** The address; emptied and saved it is cleared (R83). */
export function LocationForm({ user }: { user: User }) {
  const saved = { address: user.address ?? '' }
  const [values, setValues, forget] = useChanges('settings:location', saved)
  const formElement = useRef<HTMLFormElement>(null)
  const { isBusy, isSaved, failure, save, forgive } = useSaving({
    answer: fallback,
    exception: fallback,
  })
  const form = useForm<LocationValues>({
    values,
    onChange: setValues,
    check: checkLocation,
    onEdit: forgive,
    element: formElement,
  })
  const cache = useQueryClient()

  useEffect(() => {
    if (form.attempt > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form.attempt])

  async function send() {
    const { user: fresh } = await call(updateProfile, { address: values.address.trim() })
    forget()
    dispatch({ type: 'update_user', fields: normalizeUser(fresh) ?? fresh })
    cache.setQueryData(queryFor(getUser, { id: user.userId }).queryKey, (held) =>
      held ? { ...held, user: fresh } : held,
    )
    toast('Location updated successfully')
    // Representatives, local counts and recommendations follow the address.
    void cache.invalidateQueries()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy && form.isRight()) void save(send, form.refuse)
  }

  return (
    <form ref={formElement} onSubmit={submit} noValidate>
      <div className={styles.body}>
        <p>
          We use your address to find your representatives through a civic information service, and to place
          you in the groups for your city, state and country. Other members never see it.
        </p>
        <GeocoderNotice />
        {failure && <Alert kind="error" title={failure} level={3} />}
        <TextField
          id="settings-address"
          name="address"
          label="Address"
          hint="Street, city, state and ZIP code, for example 350 Fifth Avenue, New York, NY 10118. Leave blank to remove your address."
          icon={<MapPin aria-hidden="true" />}
          autoComplete="street-address"
          value={values.address}
          error={form.errors.address}
          readOnly={isBusy}
          onChange={(event) => form.edit({ address: event.target.value })}
        />
      </div>
      <SaveFoot label="Save location" busyLabel="Saving..." isBusy={isBusy} isSaved={isSaved} />
    </form>
  )
}
