import { checkBio, checkFullName, checkProfileAddress } from '#contract/accounts/accountFields.ts'
import type { Profile } from '#contract/accounts/accounts.ts'
import { onlyErrors, type FieldErrors } from '#web/kit/forms/fieldErrors.ts'

export type ProfileValues = { fullName: string; bio: string; address: string }

export const profileFields = ['fullName', 'bio', 'address'] as const

export const profileDraftKey = 'profile'

export function valuesOf(profile: Profile): ProfileValues {
  return { fullName: profile.fullName, bio: profile.bio ?? '', address: profile.address ?? '' }
}

export function checkProfile({ fullName, bio, address }: ProfileValues): FieldErrors<ProfileValues> {
  return onlyErrors({
    fullName: checkFullName(fullName),
    bio: checkBio(bio),
    address: checkProfileAddress(address),
  })
}
