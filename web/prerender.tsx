import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { EarlyFeed } from './app/early/EarlyFeed.tsx'
import { Root } from './app/Root.tsx'
import { site } from './kit/site.ts'

/** Renders the sign-in form. The build writes the markup into the page of /login, and web/main.tsx hydrates it. */
export function signInMarkup(siteName: string): Promise<string> {
  site.name = siteName
  return markupOf(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
}

export function earlyFeedMarkup(siteName: string): Promise<string> {
  site.name = siteName
  return markupOf(<EarlyFeed />)
}

async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element)
  return new Response(prelude).text()
}
