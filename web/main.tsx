import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import './tokens.css'
import './base.css'
import { Root } from './app/Root.tsx'
import { endEarlyInput } from './kit/forms/earlyForm.ts'
import { initializeSession } from './kit/session/session.ts'
import { readToken } from './kit/session/storedSession.ts'
import { applyTheme } from './kit/theme/theme.ts'

applyTheme()
void initializeSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const app = (
  <StrictMode>
    <Root />
  </StrictMode>
)
// The page of /login contains the sign-in form (scripts/build/prerender.ts). Visitors keep it, but members must not see it. What
// other pages contain is replaced.
if (root.querySelector('form') && !readToken()) hydrateRoot(root, app)
else {
  endEarlyInput()
  createRoot(root).render(app)
}
document.documentElement.hidden = false
