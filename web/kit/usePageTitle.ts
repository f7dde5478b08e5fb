import { useEffect } from 'react'

/** What the browser's tab says: the screen's name, then the product's. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Hurd`
  }, [title])
}
