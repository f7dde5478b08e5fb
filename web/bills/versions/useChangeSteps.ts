import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { t } from '#contract/kit/translate.ts'
import { announce } from '#web/kit/ui/overlays/toast.ts'

/** Moves to the previous or next change, with buttons or with the keys p and n. The position is 0 before the first move. */
export function useChangeSteps(container: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState(0)
  const current = useRef(0)

  const go = useCallback(
    (step: 1 | -1) => {
      const changes = [...(container.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
      if (changes.length === 0) {
        return
      }
      const next = Math.min(Math.max(current.current + step, 1), changes.length)
      current.current = next
      setPosition(next)
      const element = changes[next - 1]
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'center' })
      announce(t('Change {next} of {length}', { next, length: changes.length }))
    },
    [container],
  )

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return
      }
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) {
        return
      }
      if (event.key === 'n') {
        go(1)
      } else if (event.key === 'p') {
        go(-1)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [go])

  return { position, go }
}
