import { useEffect, useRef } from 'react'

/** Whether the component still exists when a late answer arrives: then a failure is shown in it, otherwise in a toast. */
export function useIsOnScreen() {
  const isOnScreen = useRef(true)
  useEffect(() => {
    isOnScreen.current = true
    return () => {
      isOnScreen.current = false
    }
  }, [])
  return isOnScreen
}
