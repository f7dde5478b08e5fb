import type { Passkey } from '#contract/accounts/passkeys.ts'
import {
  addPasskey,
  newPasskey,
  removeAuthenticatorApp,
  removePasskey,
  renewRecoveryCodes,
  turnOffSecondFactor,
  type SecondFactor,
} from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { BothStepsForm } from './BothStepsForm.tsx'
import { createPasskey } from './passkeys.ts'

type ChangeFormProps = {
  factor: SecondFactor
  onDone: (factor: SecondFactor, codes?: readonly string[]) => void
  onCancel: () => void
}

export function TurnOffForm({ factor, onDone, onCancel }: ChangeFormProps) {
  return (
    <BothStepsForm
      factor={factor}
      title={t('Turn off two-step sign-in?')}
      text={
        factor.passkeys.length > 0
          ? t(
              "Your password alone will be enough to sign in. Your passkeys will be removed. You'll be signed out on other devices.",
            )
          : t("Your password alone will be enough to sign in. You'll be signed out on other devices.")
      }
      label={t('Turn off')}
      busyLabel={t('Turning off...')}
      fallback={t('Two-step sign-in could not be turned off. Please try again.')}
      onCancel={onCancel}
      send={async (proof) => onDone((await call(turnOffSecondFactor, proof)).second_factor)}
    />
  )
}

export function RemoveAppForm({ factor, onDone, onCancel }: ChangeFormProps) {
  return (
    <BothStepsForm
      factor={factor}
      title={t('Remove your authenticator app?')}
      text={t("Its codes will stop working. You'll sign in with your password and a passkey.")}
      label={t('Remove app')}
      busyLabel={t('Removing...')}
      fallback={t('The app could not be removed. Please try again.')}
      onCancel={onCancel}
      send={async (proof) => onDone((await call(removeAuthenticatorApp, proof)).second_factor)}
    />
  )
}

export function RenewForm({ factor, onDone, onCancel }: ChangeFormProps) {
  return (
    <BothStepsForm
      factor={factor}
      title={t('Get new recovery codes?')}
      text={t('Your old codes will stop working.')}
      label={t('Get new codes')}
      busyLabel={t('Making codes...')}
      fallback={t('New codes could not be made. Please try again.')}
      onCancel={onCancel}
      send={async (proof) => {
        const { second_factor, recovery_codes } = await call(renewRecoveryCodes, proof)
        onDone(second_factor, recovery_codes)
      }}
    />
  )
}

export function AddPasskeyForm({ factor, onDone, onCancel }: ChangeFormProps) {
  return (
    <BothStepsForm
      factor={factor}
      title={t('Add a passkey')}
      text={
        factor.is_on
          ? t('Your browser will ask where to keep it.')
          : t(
              "This turns on two-step sign-in: you'll need your password and the passkey. You'll be signed out on other devices.",
            )
      }
      label={t('Add passkey')}
      busyLabel={t('Waiting for your browser...')}
      fallback={t('The passkey could not be added. Please try again.')}
      hasName
      onCancel={onCancel}
      send={async (proof, name) => {
        const { options } = await call(newPasskey, proof)
        const created = await createPasskey(options)
        const { second_factor, recovery_codes } = await call(addPasskey, { name, created })
        onDone(second_factor, recovery_codes.length > 0 ? recovery_codes : undefined)
      }}
    />
  )
}

type RemovePasskeyFormProps = ChangeFormProps & { passkey: Passkey }

export function RemovePasskeyForm({ factor, passkey, onDone, onCancel }: RemovePasskeyFormProps) {
  const isLast = !factor.has_app && factor.passkeys.length === 1
  return (
    <BothStepsForm
      factor={factor}
      title={t('Remove {name}?', { name: passkey.name })}
      text={
        isLast
          ? t(
              "It's your last one, so this turns off two-step sign-in. You'll be signed out on other devices.",
            )
          : t('You can no longer sign in with it. Delete it on your device or in your password manager too.')
      }
      label={t('Remove passkey')}
      busyLabel={t('Removing...')}
      fallback={t('The passkey could not be removed. Please try again.')}
      onCancel={onCancel}
      send={async (proof) =>
        onDone((await call(removePasskey, { id: passkey.passkey_id, ...proof })).second_factor)
      }
    />
  )
}
