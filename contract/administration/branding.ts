import * as z from 'zod/mini'
import { checkedText, endpoint, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { checkBrandColor } from '#contract/rules/branding/brandColors.ts'
import {
  checkContactEmail,
  checkContactText,
  checkElectionLine,
  checkLegalText,
  checkSiteName,
} from '#contract/rules/branding/branding.ts'
import { administratorRefusals } from './administration.ts'

const fields = {
  name: z.string(),
  brand_color: z.string(),
  contact_email: z.string(),
  contact_text: z.string(),
  election_law_line: z.string(),
  version: z.number(),
}

const StoredBranding = z.object({
  ...fields,
  terms: z.string(),
  privacy: z.string(),
  /** The time of the latest change. Null if the branding was never set. */
  updated_at: z.nullable(Time),
})
export type StoredBranding = z.infer<typeof StoredBranding>

export const getBranding = endpoint('GET /api/administration/branding', {
  access: 'active',
  input: {},
  output: { branding: StoredBranding },
  refuses: administratorRefusals,
})

/**
 * Replaces all fields. `version` is the version with which the form was opened. The call is refused if another
 * administrator has saved a newer version in the meantime.
 */
export const saveBranding = endpoint('PUT /api/administration/branding', {
  access: 'active',
  input: {
    version: wholeNumberBetween(0, 1_000_000),
    name: checkedText(checkSiteName),
    contact_email: checkedText(checkContactEmail),
    contact_text: checkedText(checkContactText),
    election_law_line: checkedText(checkElectionLine),
    brand_color: checkedText(checkBrandColor),
    terms: checkedText(checkLegalText),
    privacy: checkedText(checkLegalText),
  },
  output: { branding: StoredBranding },
  refuses: [...administratorRefusals, 'branding_changed'],
})

/** Returns the branding that every page shows. Pages contain it already, so only other programs need this call. */
export const readBranding = endpoint('GET /api/branding', {
  access: 'open',
  input: {},
  output: { branding: z.object({ ...fields, terms_url: z.string(), privacy_url: z.string() }) },
})
