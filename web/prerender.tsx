import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { Root } from './app/Root.tsx'

/** The markup of the sign-in form, which the build writes into the page of /login. web/main.tsx takes it over. */
export async function prerenderSignIn(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
  return new Response(prelude).text()
}
