import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { EarlyFeed } from './app/early/EarlyFeed.tsx'
import { Root } from './app/Root.tsx'
import { site, type Site } from './kit/site.ts'

/** What pages are rendered with. */
export type Appearance = Pick<Site, 'name' | 'logo'>

/** Renders the sign-in form. The build writes the markup into the page of /login, and web/main.tsx hydrates it. */
export function signInMarkup(shown: Appearance): Promise<string> {
  Object.assign(site, shown)
  return markupOf(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
}

export function earlyFeedMarkup(shown: Appearance): Promise<string> {
  Object.assign(site, shown)
  return markupOf(<EarlyFeed />)
}

async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element)
  return new Response(prelude).text()
}
