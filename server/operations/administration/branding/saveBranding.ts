import { createHash } from 'node:crypto'
import { readColor } from '#contract/branding/brandColors.ts'
import type { saveBranding as saveBrandingEndpoint, StoredBranding } from '#contract/branding/branding.ts'
import { defaultName } from '#contract/branding/pageBranding.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { operatorOf } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { LogoImage } from '#server/platform/storage/pictureImage.ts'
import { getBranding } from './storedBranding.ts'

type Input = ParsedOf<typeof saveBrandingEndpoint>
type Fields = ReturnType<typeof tidy>

/** Saves all fields unless somebody has saved others since `version`. The audit log names the fields that changed. */
export async function saveBranding(db: Db, me: Member, input: Input): Promise<StoredBranding> {
  const fields = tidy(input)
  await lockBranding(db)
  const before = await getBranding(db)
  const changed = changedFields(before, fields)
  // A repeated request after a lost response is not a conflict.
  if (changed.length === 0) return before
  if (before.version !== input.version) refuse('branding_changed')
  const { name, contact_email, contact_text, election_law_line, brand_color, terms, privacy } = fields
  await db`
    insert into instance_branding (version, name, contact_email, contact_text, election_law_line, brand_color, terms, privacy)
    values (1, ${name}, ${contact_email}, ${contact_text}, ${election_law_line}, ${brand_color}, ${terms}, ${privacy})
    on conflict (is_set) do update
       set version = instance_branding.version + 1, name = excluded.name, contact_email = excluded.contact_email,
           contact_text = excluded.contact_text, election_law_line = excluded.election_law_line,
           brand_color = excluded.brand_color, terms = excluded.terms, privacy = excluded.privacy, updated_at = now()`
  const storedBranding = await getBranding(db)
  const detail = { changed: changed.join(', '), version: storedBranding.version }
  await recordAction(db, { action: 'branding_saved', operator: operatorOf(me), detail })
  return storedBranding
}

/** Stores the logo, or deletes it if it is null. Returns the branding, whose version rises if the logo is another one. */
export async function saveLogo(db: Db, me: Member, logo: LogoImage | null): Promise<StoredBranding> {
  const hash = logo && createHash('sha256').update(logo.png).digest('hex').slice(0, 16)
  await lockBranding(db)
  const [stored] = await db<{ logo_hash: string | null }[]>`select logo_hash from instance_branding`
  if ((stored?.logo_hash ?? null) === hash) return getBranding(db)
  const { png, width, height } = logo ?? { png: null, width: null, height: null }
  await db`
    insert into instance_branding (version, name, logo, logo_width, logo_height, logo_hash)
    values (1, ${defaultName}, ${png}, ${width}, ${height}, ${hash})
    on conflict (is_set) do update
       set version = instance_branding.version + 1, logo = excluded.logo, logo_width = excluded.logo_width,
           logo_height = excluded.logo_height, logo_hash = excluded.logo_hash, updated_at = now()`
  const storedBranding = await getBranding(db)
  const detail = { changed: 'logo', version: storedBranding.version }
  await recordAction(db, { action: 'branding_saved', operator: operatorOf(me), detail })
  return storedBranding
}

/** If two administrators save at the same time, the second waits here and then sees that the version has changed. */
async function lockBranding(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('instance_branding'))`
}

function tidy(input: Input) {
  return {
    name: trimmed(input.name),
    contact_email: trimmed(input.contact_email).toLowerCase(),
    contact_text: trimmed(input.contact_text),
    election_law_line: trimmed(input.election_law_line),
    brand_color: readColor(input.brand_color ?? '') ?? '',
    terms: trimmed(input.terms),
    privacy: trimmed(input.privacy),
  }
}

function trimmed(text: string | null): string {
  return (text ?? '').trim().replaceAll('\r\n', '\n')
}

function changedFields(before: StoredBranding, fields: Fields): string[] {
  const stored = new Map(Object.entries(before))
  return Object.entries(fields).flatMap(([field, value]) => (stored.get(field) === value ? [] : [field]))
}
