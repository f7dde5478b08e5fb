import { useState } from 'react'
import { dispatch } from '../../kit/session/session.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { canUsePasskeys } from '../secondFactor/passkeys.ts'
import type { LoginValues } from './accountForms.ts'
import type { SecondStepKind } from './actions.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import styles from './LoginScreen.module.css'

type Way = 'passkey' | 'app' | 'recovery'

const labels: Record<Way, string> = {
  passkey: 'Use a passkey',
  app: 'Use your app',
  recovery: 'Use a recovery code',
}

const waysOf: Record<SecondStepKind, readonly Way[]> = {
  code: ['app', 'recovery'],
  passkey: ['passkey', 'recovery'],
  either: ['passkey', 'app', 'recovery'],
}

type SecondStepProps = { login: LoginValues; accepts: SecondStepKind; onBack: () => void }

/** The second step of signing in, after the right password. */
export default function SecondStep({ login, accepts, onBack }: SecondStepProps) {
  const ways = waysOf[accepts].filter((way) => way !== 'passkey' || canUsePasskeys())
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')

  function change(next: Way) {
    dispatch({ type: 'clear_error' })
    setWay(next)
  }

  const others = (
    <div className={styles.ways}>
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <TextButton key={other} className={styles.forgot} onClick={() => change(other)}>
            {labels[other]}
          </TextButton>
        ))}
    </div>
  )
  if (way === 'passkey') {
    return (
      <PasskeyStep login={login} onBack={onBack}>
        {others}
      </PasskeyStep>
    )
  }
  return (
    <CodeStep key={way} login={login} withApp={way === 'app'} onBack={onBack}>
      {others}
    </CodeStep>
  )
}
