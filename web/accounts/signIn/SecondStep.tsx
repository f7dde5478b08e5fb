import { useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { canUsePasskeys } from '#web/accounts/secondFactor/passkeys.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import type { LoginValues } from './accountForms.ts'
import type { SecondStepKind } from './actions.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import styles from './LoginScreen.module.css'

type Method = 'passkey' | 'app' | 'recovery'

const labels: Record<Method, string> = {
  passkey: t('Use a passkey'),
  app: t('Use your app'),
  recovery: t('Use a recovery code'),
}

const methodsOf: Record<SecondStepKind, readonly Method[]> = {
  code: ['app', 'recovery'],
  passkey: ['passkey', 'recovery'],
  either: ['passkey', 'app', 'recovery'],
}

type SecondStepProps = { login: LoginValues; accepts: SecondStepKind; onBack: () => void }

/** The second step of the sign-in. It is shown after the member has entered the right password. */
export default function SecondStep({ login, accepts, onBack }: SecondStepProps) {
  const methods = methodsOf[accepts].filter((method) => method !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery')

  function change(next: Method) {
    dispatch({ type: 'clear_error' })
    setMethod(next)
  }

  const otherMethods = (
    <div className={styles.methods}>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <TextButton key={other} className={styles.forgot} onClick={() => change(other)}>
            {labels[other]}
          </TextButton>
        ))}
    </div>
  )
  if (method === 'passkey') {
    return (
      <PasskeyStep login={login} onBack={onBack}>
        {otherMethods}
      </PasskeyStep>
    )
  }
  return (
    <CodeStep key={method} login={login} usesApp={method === 'app'} onBack={onBack}>
      {otherMethods}
    </CodeStep>
  )
}
