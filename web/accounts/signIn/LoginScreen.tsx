import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ComponentType } from 'react'
import { billToReturnTo, looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { earlyBillId } from '#web/kit/earlyScreen.ts'
import { billDrafts, commentDrafts } from '#web/kit/forms/draftKeys.ts'
import { someoneHasDraft } from '#web/kit/forms/drafts.ts'
import { useFormValues } from '#web/kit/forms/useFormValues.ts'
import { navigate, Navigate, useHistoryEntry, useQuery } from '#web/kit/history.tsx'
import { loginViews, openPageOf, paths, type LoginView } from '#web/kit/paths.ts'
import {
  afterSignInState,
  forgetSessionEnd,
  howSessionEnded,
  signInNotice,
  useSession,
} from '#web/kit/session/session.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { emptyLogin, emptyRegister } from './accountForms.ts'
import { ForgotForm } from './ForgotForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { RegisterWelcome, Welcome } from './Welcome.tsx'
import styles from './LoginScreen.module.css'

const titles: Record<LoginView | 'login', string> = {
  login: t('Sign in'),
  register: t('Create account'),
  forgot: t('Forgot your password?'),
}

/**
 * The screen of /login. `?view=register` and `?view=forgot` show its other forms. After the sign-in, the member returns to
 * the page that the state of the history entry names, or to the shared bill that the URL names.
 */
export function LoginScreen({ featured: FeaturedBill }: { featured: ComponentType }) {
  const { isAuthenticated } = useSession()
  const view = useView()
  const { state } = useHistoryEntry()
  const query = useQuery()
  const bill = billToReturnTo(query)
  const origin = useOrigin(bill && paths.bill(bill.bill_id, bill.comment_id))
  const login = useFormValues('login', emptyLogin, ['email'])
  // The link in an invitation contains the access code. The links between the forms lack it, so it is remembered.
  const codeOfLink = query.get('code') ?? ''
  const [accessCode, setAccessCode] = useState(codeOfLink)
  if (codeOfLink !== '' && codeOfLink !== accessCode) {
    setAccessCode(codeOfLink)
  }
  const newMember = { ...emptyRegister, accessCode }
  const register = useFormValues('register', newMember, ['fullName', 'username', 'email'])
  const [focusCreate, setFocusCreate] = useState(false)
  const main = useHeadingFocus(view, !focusCreate)
  const notice = useNotice(origin)
  const isLoaded = useSyncExternalStore(onLoad, isPageLoaded, isNeverLoaded)

  usePageTitle(titles[view])
  useEffect(forgetSessionEnd, [])

  // "Get Started" in the demo moves the focus to the "Create account" button, which is in the sign-in form.
  function getStarted() {
    setFocusCreate(true)
    if (view !== 'login') {
      navigate(paths.login, { state })
    }
  }

  if (isAuthenticated) {
    // A new member starts on the dashboard, unless they came here from a shared bill.
    const isNewcomer = view === 'register' && !openPageOf(origin)
    // The state makes the next screen scroll to the draft that an expired session interrupted.
    return <Navigate to={isNewcomer ? paths.dashboard : origin} state={afterSignInState} replace />
  }
  if (bill) {
    // The bill moves from the URL to the state of the history entry so that the links between the forms keep it.
    const to = view === 'login' ? paths.login : paths.loginView(view)
    return <RedirectToForm to={to} from={origin} />
  }
  if (view === 'register') {
    return (
      <div className={styles.registerPage}>
        <RegisterWelcome />
        <main ref={main} id="content" tabIndex={-1} className={styles.formSide}>
          <RegisterForm
            values={register.values}
            onChange={register.setValues}
            isInvited={accessCode !== ''}
            bill={billOf(origin)}
          />
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
            email={login.values.email}
            onChange={(email) => login.setValues({ ...login.values, email })}
          />
        ) : (
          <LoginForm
            values={login.values}
            onChange={login.setValues}
            billPage={openPageOf(origin)}
            notice={notice}
            focusCreate={focusCreate}
            onCreateFocused={() => setFocusCreate(false)}
          />
        )}
      </main>
      {/* It is requested when the page is loaded, because the form waits for nothing. Its place is reserved. */}
      <aside className={styles.featured} aria-label={t('A bill under discussion')}>
        {isLoaded && (
          <PartBoundary>
            <FeaturedBill />
          </PartBoundary>
        )}
      </aside>
    </div>
  )
}

/** Returns the bill that this URL opens, with the path of its page, or null if the URL opens none. */
function billOf(path: string) {
  const page = openPageOf(path)
  if (page === null) {
    return null
  }
  return { page, bill_id: new URL(path, window.location.origin).searchParams.get('highlight') }
}

function RedirectToForm({ to, from }: { to: string; from: string }) {
  const state = useMemo(() => ({ from }), [from])
  return <Navigate to={to} state={state} replace />
}

function useView(): LoginView | 'login' {
  const query = useQuery()
  return loginViews.find((view) => view === query.get('view')) ?? 'login'
}

/**
 * Returns why the visitor is here, or null. The first render decides, because the screen then forgets how the session
 * ended.
 */
function useNotice(origin: string): string | null {
  const [notice] = useState(() => {
    if (howSessionEnded() !== 'refused') {
      return signInNotice()
    }
    return hasKeptComment(origin)
      ? t('You were signed out. Your comment is kept.')
      : t('You were signed out.')
  })
  return notice
}

/** True if the page to which the sign-in returns shows an unsent comment: one on its bill, or a reply on the page of updates. */
function hasKeptComment(origin: string): boolean {
  const { pathname, searchParams } = new URL(origin, window.location.origin)
  // The URL of a bill with which this page was loaded does not name the id.
  const bill_id = searchParams.get('highlight') ?? (looksLikeBillPath(pathname) ? earlyBillId() : null)
  if (bill_id) {
    return someoneHasDraft(billDrafts(bill_id))
  }
  return pathname === paths.updates && someoneHasDraft(commentDrafts)
}

/** Calls the listener when the page and its files are loaded, unless the returned function is called before. */
function onLoad(listener: () => void): () => void {
  window.addEventListener('load', listener)
  return () => window.removeEventListener('load', listener)
}

const isPageLoaded = () => document.readyState === 'complete'
/** The build, which also renders this screen, loads nothing. */
const isNeverLoaded = () => false

/**
 * Focuses the heading of a form that replaces another form or, after the end of a session, another screen, because what had
 * the focus is removed.
 */
function useHeadingFocus(view: string, isEnabled: boolean) {
  const main = useRef<HTMLElement>(null)
  const previousView = useRef(howSessionEnded() === 'none' ? view : null)
  useEffect(() => {
    if (previousView.current === view) {
      return
    }
    previousView.current = view
    if (isEnabled) {
      // The form begins with why the session ended, if there is a reason to name.
      main.current?.querySelector<HTMLElement>('h2[tabindex], [role=group][tabindex]')?.focus()
    }
  }, [view, isEnabled])
  return main
}

/**
 * Returns the URL to open after the sign-in: the shared bill, or the page that redirected the visitor here. If there
 * is neither, or the page is not on this site, it is /dashboard.
 */
function useOrigin(bill: string | null): string {
  const { state } = useHistoryEntry()
  const from: unknown = bill ?? (typeof state === 'object' && state && 'from' in state ? state.from : null)
  if (typeof from !== 'string') {
    return paths.dashboard
  }
  const url = new URL(from, window.location.origin)
  return url.origin === window.location.origin ? `${url.pathname}${url.search}${url.hash}` : paths.dashboard
}
