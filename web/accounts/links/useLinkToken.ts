import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * Returns the token of an emailed link. Once the link is used, the token is removed from the address, so that it does not
 * stay in the browser's history. Until then it stays, so that the link works after a reload.
 */
export function useLinkToken(isUsed: boolean): string {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => address.get('token') ?? '')
  const isInAddress = address.has('token')
  useEffect(() => {
    if (isUsed && isInAddress) void navigate(pathname, { replace: true })
  }, [isUsed, isInAddress, pathname, navigate])
  return token
}
