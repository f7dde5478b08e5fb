import {
  changePasswordMinLength,
  checkCurrentPassword,
  checkProfileAddress,
} from '#contract/accounts/accountFields.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { onlyErrors, type FieldErrors } from '#web/kit/forms/fieldErrors.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'

/** The part of the signed-in user that the account form reads. */
type AccountForm = Pick<
  SessionUser,
  'full_name' | 'username' | 'email' | 'address' | 'accountStatus' | 'emailVerified'
>

export function accountFormOf(user: SessionUser): AccountForm {
  const { full_name, username, email, address, accountStatus, emailVerified } = user
  return { full_name, username, email, address, accountStatus, emailVerified }
}

/** The fields that the account form edits. */
export type AccountValues = { full_name: string; username: string; email: string }
export type LocationValues = { address: string }
export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

export const emptyPasswords: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Checks only that no field is empty. The server applies the rules of registration, and the form shows its errors. */
export function checkAccount({ full_name, username, email }: AccountValues): FieldErrors<AccountValues> {
  return {
    ...(full_name.trim() === '' && { full_name: t('Full name is required') }),
    ...(username.trim() === '' && { username: t('Username is required') }),
    ...(email.trim() === '' && { email: t('Email is required') }),
  }
}

/** Checks a postal address. An empty address is valid, because it removes the saved address. */
export function checkLocation({ address }: LocationValues): FieldErrors<LocationValues> {
  return onlyErrors({ address: checkProfileAddress(address) })
}

/** Checks the password form. The server requires longer passwords than this check, and the form then shows its error. */
export function checkPasswords(values: PasswordValues): FieldErrors<PasswordValues> {
  const currentPassword = checkCurrentPassword(values.currentPassword)
  return {
    ...(currentPassword && { currentPassword }),
    ...(codePoints(values.newPassword) < changePasswordMinLength && {
      newPassword: t('Password must be at least {count} characters long', { count: changePasswordMinLength }),
    }),
    ...(values.newPassword !== values.confirmPassword && {
      confirmPassword: t('New passwords do not match'),
    }),
  }
}
