import { useEffect } from 'react'

/** Sets the title of the browser tab: the screen's name, then the product's. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Hurd`
  }, [title])
}
