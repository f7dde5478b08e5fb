import { useEffect, useState, type RefObject } from 'react'

/** Returns whether the element is outside of the part of the page that is on the screen. False until it is measured. */
export function useIsAway(
  element: RefObject<HTMLElement | null>,
  page: RefObject<HTMLElement | null>,
): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    // The toolbar covers the top of the page.
    const observer = new IntersectionObserver(([entry]) => entry && setIsAway(!entry.isIntersecting), {
      root: page.current,
      rootMargin: '-64px 0px 0px',
    })
    observer.observe(watched)
    return () => observer.disconnect()
  })
  return isAway
}
