import { useEffect, useState, type ReactNode } from 'react'

type Purify = (html: string) => TrustedHTML

// Once it is here it is used at once: a sheet of paper cannot wait for it.
let purify: Purify | null = null

/** Fetches the cleaner, which is too large to come along before there is HTML to clean. */
export async function loadPurifier(): Promise<Purify> {
  purify = (await import('./purifyBillHtml.ts')).purifyBillHtml
  return purify
}

/** Formatted bill text, cleaned again by the same list as at import. */
export function BillHtml({ html, loading }: { html: string; loading: ReactNode }) {
  const [clean, setClean] = useState(() => purify?.(html) ?? null)
  useEffect(() => {
    let isWanted = true
    async function cleanIt() {
      const purifier = await loadPurifier()
      if (isWanted) setClean(purifier(html))
    }
    void cleanIt()
    return () => {
      isWanted = false
    }
  }, [html])
  if (clean === null) return loading
  // oxlint-disable-next-line react/no-danger -- the one place for HTML of others, and only what the cleaner let through
  return <div dangerouslySetInnerHTML={{ __html: clean }} />
}
