import { type StoredBranding, defaultBranding } from '#contract/branding/branding.ts'
import { logoOf, type LogoColumns } from '#server/platform/branding/logo.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the branding with the time of its last change, or that of Hurd if none was saved. */
export async function getBranding(db: Db): Promise<StoredBranding> {
  const [row] = await db<(Omit<StoredBranding, 'logo'> & LogoColumns)[]>`
    select logo_hash, logo_width, logo_height, name, contact_email, contact_text, election_law_line, brand_color, terms, privacy, version,
           iso_time(updated_at) as updated_at
      from instance_branding`
  if (!row) return { ...defaultBranding, terms: '', privacy: '', updated_at: null }
  const { logo_hash, logo_width, logo_height, ...branding } = row
  return { ...branding, logo: logoOf({ logo_hash, logo_width, logo_height }) }
}
