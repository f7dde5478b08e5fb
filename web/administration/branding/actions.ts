import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getBranding, removeLogo, uploadLogo, type StoredBranding } from '#contract/branding/branding.ts'
import { call, queryFor } from '#web/kit/api/api.ts'

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

/**
 * Returns the two changes of the logo. The cache takes over the response only if nothing but the logo has changed, because a
 * form that starts with the cached values replaces the cached version. `onSaved` is then called with the new version.
 */
export function useLogo(onSaved: (version: number) => void) {
  const cache = useQueryClient()
  const onSuccess = ({ branding }: { branding: StoredBranding }) => {
    const cached = cache.getQueryData(brandingQuery.queryKey)
    if (!cached) return
    const before = cached.branding
    // The same logo again changes nothing, so a higher version with it is another administrator's.
    const isOnlyChange = branding.version === before.version + 1 && branding.logo?.url !== before.logo?.url
    const after = isOnlyChange ? branding : { ...before, logo: branding.logo }
    cache.setQueryData(brandingQuery.queryKey, { ...cached, branding: after })
    if (isOnlyChange) onSaved(branding.version)
  }
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('logo', file)
      return call(uploadLogo, {}, { form })
    },
    onSuccess,
  })
  const remove = useMutation({ mutationFn: () => call(removeLogo, {}), onSuccess })
  return { upload, remove }
}
