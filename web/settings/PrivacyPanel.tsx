import { Alert } from '../kit/ui/Alert.tsx'
import { Switch } from '../kit/ui/Field.tsx'
import { SettingsCard } from './SettingsCard.tsx'
import styles from './Settings.module.css'

/** What holds for everybody until it can be chosen (R40); nothing in these pages hides anything by it. */
const choices = [
  { name: 'public_profile', words: 'Other members can see my profile', isOn: true },
  { name: 'public_stances', words: 'My profile shows my stances', isOn: true },
  { name: 'public_comments', words: 'My profile shows my comments', isOn: true },
  { name: 'allow_follow', words: 'Other members can follow me', isOn: true },
] as const

export function PrivacyPanel() {
  return (
    <SettingsCard title="Privacy">
      <div className={styles.body}>
        <Alert kind="info" level={3} title="Coming soon">
          <p>You will choose here who sees what. This is how it is for now.</p>
        </Alert>
        <div className={styles.switches}>
          {choices.map(({ name, words, isOn }) => (
            <Switch key={name} name={name} label={words} checked={isOn} readOnly disabled />
          ))}
        </div>
      </div>
    </SettingsCard>
  )
}
