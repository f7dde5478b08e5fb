import {
  changePasswordMinLength,
  checkCurrentPassword,
  checkProfileAddress,
} from '../../../contract/rules/accountFields.ts'
import { codePoints } from '../../../contract/rules/text.ts'
import { onlyErrors, type FieldErrors } from '../../kit/forms/fieldErrors.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'

/** The part of the signed-in user that the account form reads. */
type AccountForm = Pick<
  SessionUser,
  'full_name' | 'username' | 'email' | 'address' | 'accountStatus' | 'emailVerified'
>

export function accountFormOf(user: SessionUser): AccountForm {
  const { full_name, username, email, address, accountStatus, emailVerified } = user
  return { full_name, username, email, address, accountStatus, emailVerified }
}

/** The part of it that the Account tab edits. */
export type AccountValues = { full_name: string; username: string; email: string }
export type LocationValues = { address: string }
export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

export const emptyPasswords: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Checks only that nothing is missing, because the server applies the rules of registration and its errors are shown. */
export function checkAccount({ full_name, username, email }: AccountValues): FieldErrors<AccountValues> {
  return {
    ...(full_name.trim() === '' && { full_name: 'Full name is required' }),
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(email.trim() === '' && { email: 'Email is required' }),
  }
}

/** An empty address is valid: it removes the saved one. */
export function checkLocation({ address }: LocationValues): FieldErrors<LocationValues> {
  return onlyErrors({ address: checkProfileAddress(address) })
}

/** Six characters pass this check but not the server's, whose error is shown then. */
export function checkPasswords(values: PasswordValues): FieldErrors<PasswordValues> {
  const current = checkCurrentPassword(values.currentPassword)
  return {
    ...(current && { currentPassword: current }),
    ...(codePoints(values.newPassword) < changePasswordMinLength && {
      newPassword: `Password must be at least ${changePasswordMinLength} characters long`,
    }),
    ...(values.newPassword !== values.confirmPassword && { confirmPassword: 'New passwords do not match' }),
  }
}
