import type { Profile } from '../../../contract/accounts.ts'
import { checkBio, checkFullName, checkProfileAddress } from '../../../contract/rules/accountFields.ts'
import { readDraft, saveDraft } from '../../kit/forms/drafts.ts'
import type { FormErrors } from '../../kit/forms/useForm.ts'

export type ProfileValues = { fullName: string; bio: string; address: string }

const names = ['fullName', 'bio', 'address'] as const
const place = 'profile'

export function valuesOf(profile: Profile): ProfileValues {
  return { fullName: profile.fullName, bio: profile.bio ?? '', address: profile.address ?? '' }
}

export function checkProfile({ fullName, bio, address }: ProfileValues): FormErrors<ProfileValues> {
  const words = {
    fullName: checkFullName(fullName),
    bio: checkBio(bio),
    address: checkProfileAddress(address),
  }
  const errors: { -readonly [Name in keyof ProfileValues]?: string } = {}
  for (const name of names) {
    const text = words[name]
    if (text) errors[name] = text
  }
  return errors
}

/** Only what differs from the profile is kept: what nobody changed follows the server. */
export function keepDraft(userId: string, values: ProfileValues, profile: Profile) {
  const saved = valuesOf(profile)
  const changed = names.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]])
  saveDraft(userId, place, changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : '')
}

export function forgetDraft(userId: string) {
  saveDraft(userId, place, '')
}

/** What was being written when the page or the session went away (R85); null when nothing was. */
export function readKeptDraft(userId: string): Partial<ProfileValues> | null {
  const text = readDraft(userId, place)
  if (text === '') return null
  try {
    const stored: Record<string, unknown> = JSON.parse(text)
    const kept: Partial<ProfileValues> = {}
    for (const name of names) {
      const value = stored[name]
      if (typeof value === 'string') kept[name] = value
    }
    return kept
  } catch {
    return null
  }
}
