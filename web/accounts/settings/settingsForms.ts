import {
  changePasswordMinLength,
  checkCurrentPassword,
  checkProfileAddress,
} from '../../../contract/rules/accountFields.ts'
import { codePoints } from '../../../contract/rules/text.ts'
import type { FormErrors } from '../../kit/forms/useForm.ts'
import type { SessionUser } from '../../kit/session/sessionUser.ts'

/** What the account form reads of its user (accounts.md section 3). */
type AccountForm = Pick<
  SessionUser,
  'full_name' | 'username' | 'email' | 'address' | 'accountStatus' | 'emailVerified'
>

export function accountFormOf(user: SessionUser): AccountForm {
  const { full_name, username, email, address, accountStatus, emailVerified } = user
  return { full_name, username, email, address, accountStatus, emailVerified }
}

/** What the Account tab edits of it. */
export type AccountValues = { full_name: string; username: string; email: string }
export type LocationValues = { address: string }
export type PasswordValues = { currentPassword: string; newPassword: string; confirmPassword: string }

export const emptyPasswords: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** Only that nothing is missing: the server applies the rules of registration, and its words show (R83). */
export function checkAccount({ full_name, username, email }: AccountValues): FormErrors<AccountValues> {
  return {
    ...(full_name.trim() === '' && { full_name: 'Full name is required' }),
    ...(username.trim() === '' && { username: 'Username is required' }),
    ...(email.trim() === '' && { email: 'Email is required' }),
  }
}

/** An empty address is right: it clears the one that is held. */
export function checkLocation({ address }: LocationValues): FormErrors<LocationValues> {
  const words = checkProfileAddress(address)
  return words ? { address: words } : {}
}

/** Six characters pass here and not at the server, whose text shows then (R9). */
export function checkPasswords(values: PasswordValues): FormErrors<PasswordValues> {
  const current = checkCurrentPassword(values.currentPassword)
  return {
    ...(current && { currentPassword: current }),
    ...(codePoints(values.newPassword) < changePasswordMinLength && {
      newPassword: `Password must be at least ${changePasswordMinLength} characters long`,
    }),
    ...(values.newPassword !== values.confirmPassword && { confirmPassword: 'New passwords do not match' }),
  }
}
