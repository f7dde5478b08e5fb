import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { t } from '#contract/kit/translate.ts'
import { EarlyFeed } from './app/early/EarlyFeed.tsx'
import { Root } from './app/Root.tsx'
import { site, type Site } from './kit/site.ts'
import { Loading } from './kit/ui/Feedback.tsx'

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

/** Renders what the other screens show until their code is loaded. It is the same as what the code shows while it loads a screen. */
export function loadingMarkup(): Promise<string> {
  return markupOf(<Loading wholePage>{t('Loading...')}</Loading>)
}

async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element)
  return new Response(prelude).text()
}
