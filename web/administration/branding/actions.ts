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
 * Returns the two changes of the logo. `onSaved` is called with the new version of the branding. Only the logo is taken over
 * into the cache, because the form still edits the other values of the version with which it was opened.
 */
export function useLogo(onSaved: (version: number) => void) {
  const cache = useQueryClient()
  const onSuccess = ({ branding }: { branding: StoredBranding }) => {
    cache.setQueryData(
      brandingQuery.queryKey,
      (stored) => stored && { ...stored, branding: { ...stored.branding, logo: branding.logo } },
    )
    onSaved(branding.version)
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
