import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadBillHtmlParser } from '#web/bills/text/BillHtml.tsx'
import { preload } from '#web/kit/api/lazyPart.ts'

/**
 * Includes the text when the bill is printed, even if it is not open. The HTML parser is loaded in advance, because
 * printing cannot wait for it.
 */
export function usePrinting(isFormatted: boolean) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  useEffect(() => {
    if (isFormatted) preload(loadBillHtmlParser)
  }, [isFormatted])
  return {
    isPrinting,
    print: async () => {
      setIsPrinting(true)
      // Without the parser the page prints a note in place of the text.
      if (isFormatted) await loadBillHtmlParser().catch(() => undefined)
      // The text has to render before the page is printed.
      setTimeout(() => window.print())
    },
  }
}
