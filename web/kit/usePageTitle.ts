import { useEffect } from 'react'
import { site } from './site.ts'

/** Sets the title of the browser tab: the screen's name, then the product's. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${site.name}`
  }, [title])
}
