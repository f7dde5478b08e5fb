import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listSessions } from '#contract/accounts/accounts.ts'
import { getNotificationSettings } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { getPush } from '#contract/push.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { site } from '#web/kit/site.ts'
import { pushState, turnOffPush, turnOnPush } from '#web/offline/push.ts'

/** The switch of notifications on this device. It is on if the server sends them to this browser. */
export function usePushSwitch() {
  const cache = useQueryClient()
  const query = useQuery({ ...queryFor(getPush, {}), staleTime: 0 })
  const state = usePushState()
  const key = query.data?.public_key ?? null

  async function save(isOn: boolean) {
    if (isOn && key !== null) await turnOnPush(key)
    else await turnOffPush()
    await Promise.all(
      [getPush, getNotificationSettings, listSessions].map((endpoint) =>
        cache.invalidateQueries({ queryKey: queryFor(endpoint, {}).queryKey }),
      ),
    )
  }

  return {
    choice: {
      name: 'push_notifications' as const,
      label: t('Notifications on this device'),
      hint: hintOf(state, query.isError, query.isSuccess && key === null),
    },
    isOn: Boolean(query.data?.device) && state === 'offered',
    isOffered: state === 'offered' && key !== null,
    save,
  }
}

function hintOf(state: ReturnType<typeof pushState>, hasFailed: boolean, isOff: boolean): string {
  if (state === 'blocked') {
    return t('Your browser blocks notifications of this site. Allow them in its settings to turn this on.')
  }
  if (state === 'needsHomeScreen') {
    return t('On an iPhone or iPad, add {name} to the home screen first.', { name: site.name })
  }
  if (state === 'unsupported') return t("This browser can't show notifications of websites.")
  if (hasFailed) return t("We couldn't load whether this device shows notifications.")
  if (isOff) return t("This site doesn't send notifications to devices.")
  return t(
    'This device shows news about your bills, replies and answers of offices, even while {name} is closed.',
    {
      name: site.name,
    },
  )
}

/** The member may change the permission in the browser while the settings are open. */
function usePushState() {
  const [state, setState] = useState(pushState)
  useEffect(() => {
    const listening = new AbortController()
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (permission) =>
        permission.addEventListener('change', () => setState(pushState()), { signal: listening.signal }),
      // An old browser does not know this permission.
      () => undefined,
    )
    return () => listening.abort()
  }, [])
  return state
}
