import { t } from '#contract/kit/translate.ts'

export const stanceFailures = {
  response: t('Failed to submit stance. Please try again.'),
  noResponse: t('Network error. Please check your connection and try again.'),
}

const arrowSteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
}

/** Moves the focus between the buttons of a stance control, which are siblings. */
export function moveStanceFocus(event: {
  key: string
  currentTarget: EventTarget | null
  preventDefault: () => void
}) {
  const step = arrowSteps[event.key]
  if (step === undefined || !(event.currentTarget instanceof Element)) {
    return
  }
  event.preventDefault()
  const button = event.currentTarget
  const next = step > 0 ? button.nextElementSibling : button.previousElementSibling
  if (next instanceof HTMLElement) {
    next.focus()
  }
}
