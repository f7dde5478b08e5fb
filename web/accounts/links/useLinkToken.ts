import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token of an emailed link. It is removed from the address once the link is used up, so that it does not stay in the
 * history. Until then a reload can try again.
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
