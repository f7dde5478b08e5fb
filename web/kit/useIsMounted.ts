import { useEffect, useRef } from 'react'

/** Whether the component still exists when a late answer arrives: then a failure is shown in it, otherwise in a toast. */
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
