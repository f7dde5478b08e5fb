import { useEffect, useState } from 'react'
import { forgetLinkToken, readLinkToken } from '#web/kit/linkToken.ts'

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
