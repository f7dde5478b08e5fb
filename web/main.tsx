import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './tokens.css'
import './base.css'
import { App } from './app/App.tsx'
import { startSession } from './kit/session/session.ts'
import { applyTheme } from './kit/theme.ts'

applyTheme()
void startSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
