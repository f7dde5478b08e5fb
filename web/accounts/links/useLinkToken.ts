import { useEffect, useState } from 'react'
import { forgetLinkToken, readLinkToken } from '#web/kit/linkToken.ts'
import type { LinkOutcome } from './verification.ts'

/**
 * Returns the token of the emailed link that opened this page. Once the link is used, this tab forgets the token. Until
 * then it is kept so that the page works after a reload.
 */
export function useLinkToken(isUsed: boolean): string {
  const [token] = useState(readLinkToken)
  useEffect(() => {
    if (isUsed) forgetLinkToken()
  }, [isUsed])
  return token
}

/** Sends the token of the link only after a click, because email scanners also open links. `attempt` counts the outcomes. */
export function useLinkAction(send: (token: string) => Promise<LinkOutcome>) {
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const token = useLinkToken(outcome?.isFinal ?? false)
  async function start() {
    setIsBusy(true)
    setOutcome(await send(token))
    setAttempt(attempt + 1)
    setIsBusy(false)
  }
  return { outcome, isBusy, attempt, start }
}
