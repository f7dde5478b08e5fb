import type { takeStance } from '#contract/bills/bills.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { formatShort } from '#contract/kit/formatShort.ts'
import { locale } from '#contract/kit/translate.ts'
import type { Stance, StanceCounts } from '#contract/stances.ts'
import { newIdempotencyKey } from '#web/kit/api/idempotencyKey.ts'
import { keepPosition } from '#web/kit/api/writePosition.ts'
import { moveStanceFocus, stanceFailures } from './stanceKeys.ts'

/** A stance that was taken in the page before the code of the app was loaded. */
type EarlyStance = { bill_id: string; stance: Stance; idempotencyKey: string }

type StanceResponse = Partial<OutputOf<typeof takeStance>> & { error?: string; message?: string }

declare global {
  // oxlint-disable-next-line no-var -- TypeScript adds only `var` to globalThis
  var earlyStance: EarlyStance | undefined
}

/** Returns the stance that was taken on the bill in the page, for the app to repeat with the same key. It can be claimed once. */
export function claimEarlyStance(bill_id: string): EarlyStance | null {
  const early = globalThis.earlyStance
  if (early?.bill_id !== bill_id) {
    return null
  }
  globalThis.earlyStance = undefined
  return early
}

const names = ['support', 'oppose', 'neutral', 'learning'] as const satisfies readonly Stance[]

/**
 * Shows the stance of the member in the bill that the server wrote into the page, and saves the stance that is pressed. This is
 * part of the script in the page's <head>, because the code of the app takes several seconds on a slow network.
 */
export function showEarlyStance(
  section: HTMLElement,
  { bill_id, user_stance: saved, token }: { bill_id: string; user_stance: Stance | null; token: string },
) {
  const failure = section.querySelector('[role=alert]')
  const buttons = names.flatMap((stance) => {
    const button = section.querySelector<HTMLButtonElement>(`button[value=${stance}]`)
    return button ? [{ stance, button }] : []
  })
  let user_stance = saved
  let isSaving = false

  function draw(savingStance: Stance | null = null, message = '') {
    const chosen = savingStance ?? user_stance
    for (const { stance, button } of buttons) {
      button.setAttribute('aria-checked', String(stance === chosen))
      button.tabIndex = stance === (chosen ?? names[0]) ? 0 : -1
      button.disabled = savingStance !== null && stance !== savingStance
    }
    if (failure) {
      failure.textContent = message
    }
  }

  function drawCounts(counts: StanceCounts) {
    for (const { stance, button } of buttons) {
      const count = counts[`${stance}_count`]
      const number = button.querySelector('.number')
      if (number) {
        number.textContent = formatShort(count)
      }
      const name = button.getAttribute('aria-label') ?? ''
      button.setAttribute('aria-label', name.replace(/[\d,]+$/, count.toLocaleString(locale())))
    }
  }

  async function take(stance: Stance) {
    if (isSaving || stance === user_stance) {
      return
    }
    isSaving = true
    const before = globalThis.earlyStance
    const early = { bill_id, stance, idempotencyKey: newIdempotencyKey() }
    globalThis.earlyStance = early
    draw(stance)
    const result = await send(early, token)
    isSaving = false
    if (typeof result === 'string') {
      // If the app has claimed the stance in the meantime, it tries again and says why it failed.
      if (globalThis.earlyStance === early) {
        globalThis.earlyStance = before
      }
      draw(null, result)
    } else {
      user_stance = stance
      draw()
      drawCounts(result)
    }
  }

  for (const { stance, button } of buttons) {
    button.addEventListener('click', () => void take(stance))
    button.addEventListener('keydown', moveStanceFocus)
  }
  draw()
  section.hidden = false
}

/** Returns the new counts, or the message of a failure. */
async function send(
  { bill_id, stance, idempotencyKey }: EarlyStance,
  token: string,
): Promise<StanceCounts | string> {
  try {
    const response = await fetch(`/api/bills/${bill_id}/stance`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ stance }),
    })
    keepPosition(response)
    const { counts, error, message }: StanceResponse = await response.json()
    return response.ok && counts ? counts : error || message || stanceFailures.response
  } catch {
    return stanceFailures.noResponse
  }
}
