import { defaultBranding, type Branding } from '#contract/branding/branding.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { logoOf, type LogoColumns } from './logo.ts'

export const aboutPath = '/about'
export const accessibilityPath = '/accessibility'
export const legalPaths = { terms: '/terms', privacy: '/privacy' } as const

/** Returns the branding of the instance, or that of Hurd if the operators have set none. */
export async function selectBranding(db: Db): Promise<Branding> {
  const [row] = await db<(Omit<Branding, 'logo'> & LogoColumns)[]>`
    select logo_hash, logo_width, logo_height, name, contact_email, contact_text, election_law_line, brand_color, version,
           case when terms ~ '^https://\\S+$' then terms when terms <> '' then ${legalPaths.terms} else '' end as terms_url,
           case when privacy ~ '^https://\\S+$' then privacy when privacy <> '' then ${legalPaths.privacy} else '' end
             as privacy_url
      from instance_branding`
  if (!row) return defaultBranding
  const { logo_hash, logo_width, logo_height, ...branding } = row
  return { ...branding, logo: logoOf({ logo_hash, logo_width, logo_height }) }
}

/** Returns the lines that stand below every email. The list is empty without an election-law line and a contact. */
export function contactLines({ election_law_line, contact_text, contact_email }: Branding): string[] {
  return [election_law_line, ...contact_text.split('\n'), contact_email].filter((line) => line.trim() !== '')
}
