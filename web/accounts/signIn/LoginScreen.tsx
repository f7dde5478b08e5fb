import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { loginViews, paths, type LoginView } from '../../kit/paths.ts'
import { afterSignIn, arriveAtLogin, useSession } from '../../kit/session/session.ts'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { emptyLogin, emptyRegister } from './accountForms.ts'
import { ForgotForm } from './ForgotForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useKeptValues } from './useKeptValues.ts'
import { RegisterWelcome, Welcome } from './Welcome.tsx'
import styles from './LoginScreen.module.css'

const titles: Record<LoginView | 'login', string> = {
  login: 'Sign in',
  register: 'Create account',
  forgot: 'Forgot your password?',
}

/** /login — `?view=register` and `?view=forgot` are its other forms (R4); the history entry may hold where to go after. */
export default function LoginScreen() {
  const { isAuthenticated } = useSession()
  const view = useView()
  const navigate = useNavigate()
  const { state } = useLocation()
  const origin = useOrigin()
  const [loginValues, setLoginValues] = useKeptValues('login', emptyLogin, ['email'])
  const [registerValues, setRegisterValues] = useKeptValues('register', emptyRegister, [
    'fullName',
    'username',
    'email',
  ])
  const [isCreateWanted, setIsCreateWanted] = useState(false)
  const main = useFormFocus(view, isCreateWanted)

  usePageTitle(titles[view])
  useEffect(arriveAtLogin, [])

  // The demo's Get Started leads to the button that creates an account, which is on the sign-in form.
  function getStarted() {
    setIsCreateWanted(true)
    if (view !== 'login') void navigate(paths.login, { state })
  }

  if (isAuthenticated) {
    // What was being written comes into view again.
    return <Navigate to={view === 'register' ? paths.dashboard : origin} replace state={afterSignIn} />
  }
  if (view === 'register') {
    return (
      <div className={styles.registerPage}>
        <RegisterWelcome />
        <main ref={main} id="content" tabIndex={-1} className={styles.formSide}>
          <RegisterForm values={registerValues} onChange={setRegisterValues} />
        </main>
      </div>
    )
  }
  return (
    <div className={styles.loginPage}>
      <Welcome onGetStarted={getStarted} />
      <main ref={main} id="content" tabIndex={-1} className={styles.formSide}>
        {view === 'forgot' ? (
          <ForgotForm
            email={loginValues.email}
            onChange={(email) => setLoginValues({ ...loginValues, email })}
          />
        ) : (
          <LoginForm
            values={loginValues}
            onChange={setLoginValues}
            isCreateWanted={isCreateWanted}
            onCreateFocused={() => setIsCreateWanted(false)}
          />
        )}
      </main>
    </div>
  )
}

function useView(): LoginView | 'login' {
  const [address] = useSearchParams()
  return loginViews.find((view) => view === address.get('view')) ?? 'login'
}

/** The link that led to another form has gone with its own: reading begins at the heading of the new one. */
function useFormFocus(view: string, isCreateWanted: boolean) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (!isCreateWanted) main.current?.querySelector('h2')?.focus()
  }, [view, isCreateWanted])
  return main
}

/** The place a visitor was sent here from, when it is one of ours; else /dashboard (R6). */
function useOrigin(): string {
  const { state } = useLocation()
  const from: unknown = state?.from
  if (typeof from !== 'string') return paths.dashboard
  const url = new URL(from, window.location.origin)
  return url.origin === window.location.origin ? `${url.pathname}${url.search}${url.hash}` : paths.dashboard
}
