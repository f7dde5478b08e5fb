import { useEffect, useRef } from 'react'

/** True if the component is still mounted. If not, its caller shows a failure as a toast. */
export function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
