import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { getPrivacy, updatePrivacy, type PrivacySettings } from '#contract/people.ts'
import { queryFor, call } from '#web/kit/api/api.ts'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { SavedSwitches } from './SavedSwitches.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

const choices = [
  {
    name: 'public_profile',
    label: t('Other members can see my profile'),
    hint: t(
      "When this is off, nobody can open your profile and you aren't listed as a group member or follower. Your comments and posts still show your name.",
    ),
  },
  {
    name: 'public_stances',
    label: t('My profile shows my stances'),
    hint: t(
      "When this is off, nobody sees where you stand: not on your profile, not next to your comments, and your followers aren't notified. Your stances still count in each bill's totals.",
    ),
  },
  {
    name: 'public_comments',
    label: t('My profile shows my comments'),
    hint: t(
      "When this is off, your profile doesn't list your comments. They stay in the discussions where you wrote them.",
    ),
  },
  {
    name: 'allow_follow',
    label: t('Other members can follow me'),
    hint: t(
      'When this is off, nobody new can follow you. Members who already follow you stay. To keep your stances from them, turn off “My profile shows my stances”.',
    ),
  },
] as const

export function PrivacyPanel() {
  const query = useQuery(queryFor(getPrivacy, {}))
  return (
    <SettingsCard title={t('Privacy')}>
      {query.data ? (
        <PrivacySwitches saved={query.data.settings} />
      ) : (
        <div className={styles.body}>
          <QueryView
            query={query}
            level={3}
            title={t("We couldn't load your privacy settings")}
            shape={{
              label: t('Loading privacy settings'),
              className: styles.switches,
              heights: choices.map(() => '5rem'),
            }}
          />
        </div>
      )}
    </SettingsCard>
  )
}

function PrivacySwitches({ saved }: { saved: PrivacySettings }) {
  const cache = useQueryClient()
  return (
    <div className={styles.body}>
      <p>
        {t(
          'Choose what other members can see. Each change is saved at once. Your email and street address are never shown.',
        )}
      </p>
      <SavedSwitches
        choices={choices}
        saved={saved}
        onSave={async (name, isOn) => {
          const { settings } = await call(updatePrivacy, { [name]: isOn })
          // Two settings may be saved at the same time, and their responses may arrive in any order.
          cache.setQueryData(
            queryFor(getPrivacy, {}).queryKey,
            (data) => data && { ...data, settings: { ...data.settings, [name]: settings[name] } },
          )
        }}
        failure={t('Failed to save this setting. Please try again.')}
      />
    </div>
  )
}
