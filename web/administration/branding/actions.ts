import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getBranding, type StoredBranding } from '#contract/branding/branding.ts'
import { queryFor } from '#web/kit/api/api.ts'

const brandingQuery = queryFor(getBranding, {})

export function useStoredBranding() {
  return useQuery({ ...brandingQuery, staleTime: 0, refetchOnWindowFocus: false })
}

export function useReloadBranding() {
  const cache = useQueryClient()
  return () => cache.fetchQuery({ ...brandingQuery, staleTime: 0 })
}

/** The values that the form edits. */
export type BrandingValues = Pick<
  StoredBranding,
  'name' | 'brand_color' | 'contact_email' | 'contact_text' | 'election_law_line' | 'terms' | 'privacy'
>

export function valuesOf(stored: StoredBranding): BrandingValues {
  const { name, brand_color, contact_email, contact_text, election_law_line, terms, privacy } = stored
  return { name, brand_color, contact_email, contact_text, election_law_line, terms, privacy }
}
