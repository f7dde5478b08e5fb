import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/**
 * The token of a mailed link. It leaves the address as soon as it has had its answer, so that no history and no
 * picture keeps it; until then a reload may try again.
 */
export function useLinkToken(isAnswered: boolean): string {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => address.get('token') ?? '')
  const isInAddress = address.has('token')
  useEffect(() => {
    if (isAnswered && isInAddress) void navigate(pathname, { replace: true })
  }, [isAnswered, isInAddress, pathname, navigate])
  return token
}
