import { useRef, useState, type RefObject } from 'react'
import { t } from '#contract/kit/translate.ts'
import { useCharacterKeys } from '#web/kit/characterKeys.ts'
import { announce } from '#web/kit/ui/overlays/toast.ts'

const keys = ['n', 'p'] as const

/** Moves to the previous or next change, with buttons or with the keys p and n. The position is 0 before the first move. */
export function useChangeSteps(container: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState(0)
  const current = useRef(0)

  function go(step: 1 | -1) {
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
    announce(t('Change {number} of {total}', { number: next, total: changes.length }))
  }

  useCharacterKeys(keys, (key) => go(key === 'n' ? 1 : -1))

  return { position, go }
}
