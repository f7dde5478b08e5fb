import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { listApiKeys, maxApiKeys, type ApiKey } from '#contract/openData/apiKeys.ts'
import { SettingsCard } from '#web/accounts/settings/SettingsCard.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { formatDate } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { NewKeyForm } from './NewKeyForm.tsx'
import settings from '#web/accounts/settings/Settings.module.css'
import styles from './ApiKeys.module.css'

const RevokeDialog = lazyPart(async () => ({ default: (await import('./RevokeDialog.tsx')).RevokeDialog }))

/** The card at the end of the account settings with the member's keys for the public API. */
export function ApiKeysPanel() {
  const keys = useQuery({ ...queryFor(listApiKeys, {}), staleTime: 0 })
  const list = keys.data?.keys
  return (
    <SettingsCard title={t('API Keys')}>
      <div className={settings.body}>
        <p>
          <T
            text="Programs can read bills, votes, and representatives at <code>{origin}/api/public/v1</code>. A key lets yours send 5,000 requests an hour instead of 60. It can't see or change anything in your account."
            values={{ origin: window.location.origin, code: (content) => <code>{content}</code> }}
          />
        </p>
        <p>
          <T
            text="Send the key in the header <code>X-API-Key</code>. <link>See everything you can request (OpenAPI)</link>"
            values={{
              code: (content) => <code>{content}</code>,
              link: (content) => <a href={paths.publicApi}>{content}</a>,
            }}
          />
        </p>
        <QueryView
          query={keys}
          level={3}
          title={t("We couldn't load your keys")}
          shape={{ label: t('Loading your keys'), heights: ['2.75rem', '2.75rem'] }}
        >
          {(loaded) => <NewKeyForm isFull={loaded.keys.length >= maxApiKeys} />}
        </QueryView>
      </div>
      {list && list.length > 0 && <KeyList list={list} />}
    </SettingsCard>
  )
}

function KeyList({ list }: { list: readonly ApiKey[] }) {
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null)
  return (
    <>
      <ul className={styles.keys} aria-label={t('Your API keys')}>
        {list.map((key) => (
          <li key={key.key_id}>
            <KeyRound aria-hidden="true" />
            <div>
              <p className={styles.name}>{key.name}</p>
              <p className="muted">
                <T
                  text="Ends in {hint}. Created {date}."
                  values={{ hint: <code>{key.hint}</code>, date: formatDate(key.created_at) }}
                />{' '}
                {key.last_used_on === null
                  ? t('Not used yet.')
                  : t('Last used {date}.', { date: formatDate(key.last_used_on) })}
              </p>
            </div>
            <Button
              variant="secondary"
              aria-label={t('Revoke {name}', { name: key.name })}
              onClick={() => setKeyToRevoke(key)}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <PopupBoundary onClose={() => setKeyToRevoke(null)}>
        {keyToRevoke && <RevokeDialog apiKey={keyToRevoke} onClose={() => setKeyToRevoke(null)} />}
      </PopupBoundary>
    </>
  )
}
