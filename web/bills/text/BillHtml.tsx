import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'

type Build = (html: string) => DocumentFragment
type HtmlProps = { html: string }

// The parser is kept here once it is loaded, because printing cannot wait for an import.
let build: Build | null = null

/** Loads the parser on demand, because it is too large for the first chunk. */
export async function loadBillHtmlParser() {
  build = (await import('./buildBillHtml.ts')).buildBillHtml
  return { default: BuiltHtml }
}

const LoadedHtml = lazyPart(loadBillHtmlParser)

/** Formatted bill text, built element by element with the same allow-list that the importers use. */
export function BillHtml({ html, loading }: HtmlProps & { loading: ReactNode }) {
  // A lazy component is empty in its first render, and printing uses that render. A loaded parser is used directly.
  const [isLoaded] = useState(build !== null)
  return (
    <PartBoundary loading={loading}>
      {isLoaded ? <BuiltHtml html={html} /> : <LoadedHtml html={html} />}
    </PartBoundary>
  )
}

function BuiltHtml({ html }: HtmlProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (build) box.current?.replaceChildren(build(html))
  }, [html])
  return <div ref={box} lang={recordLanguage} />
}
