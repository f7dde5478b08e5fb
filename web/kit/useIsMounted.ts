import { useEffect, useRef } from 'react'

/** Whether the component is still mounted when a response arrives. If not, a failure is shown as a toast. */
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
