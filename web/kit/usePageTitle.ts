import { useEffect } from 'react'
import { site } from './site.ts'

/** Sets the title of the browser tab to the screen's name, followed by the name of the instance. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${site.name}`
  }, [title])
}
