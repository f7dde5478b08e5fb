import { type StoredBranding, defaultBranding } from '#contract/branding/branding.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the branding with the time of its last change, or that of Hurd if none was saved. */
export async function selectStoredBranding(db: Db): Promise<StoredBranding> {
  const [branding] = await db<StoredBranding[]>`
    select name, contact_email, contact_text, election_law_line, brand_color, terms, privacy, version,
           iso_time(updated_at) as updated_at
      from instance_branding`
  return branding ?? { ...defaultBranding, terms: '', privacy: '', updated_at: null }
}
