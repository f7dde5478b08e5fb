import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { EarlyFeed } from './app/early/EarlyFeed.tsx'
import { Root } from './app/Root.tsx'
import { site } from './kit/site.ts'

/** The markup of the sign-in form, which the build writes into the page of /login. web/main.tsx takes it over. */
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
