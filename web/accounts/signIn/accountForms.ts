import {
  checkAccessCode,
  checkOptionalCode,
  checkAddress,
  checkEmail,
  checkFullName,
  checkPassword,
  checkSignInPassword,
  checkUsername,
  passwordLength,
} from '#contract/accounts/accountFields.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { onlyErrors, type FieldErrors } from '#web/kit/forms/fieldErrors.ts'
import { site } from '#web/kit/site.ts'

// The values of the account forms, and the checks that each form makes before it is sent.

export type LoginValues = { email: string; password: string }

export type RegisterValues = {
  fullName: string
  username: string
  email: string
  accessCode: string
  address: string
  skipAddress: boolean
  password: string
  confirmPassword: string
}

type ResetValues = { password: string; confirmPassword: string }

export const emptyReset: ResetValues = { password: '', confirmPassword: '' }

export const emptyLogin: LoginValues = { email: '', password: '' }

export const emptyRegister: RegisterValues = {
  fullName: '',
  username: '',
  email: '',
  accessCode: '',
  address: '',
  skipAddress: false,
  password: '',
  confirmPassword: '',
}

export function checkLogin({ email, password }: LoginValues): FieldErrors<LoginValues> {
  return onlyErrors({
    email: checkEmail(email),
    password: checkSignInPassword(password) ?? checkLoginPassword(password),
  })
}

export function checkRegister(values: RegisterValues): FieldErrors<RegisterValues> {
  return onlyErrors({
    fullName: checkFullName(values.fullName),
    username: checkUsername(values.username),
    email: checkEmail(values.email),
    accessCode:
      site.registration === 'open'
        ? checkOptionalCode(values.accessCode)
        : checkAccessCode(values.accessCode),
    address: values.skipAddress ? null : checkRequiredAddress(values.address),
    password: checkPassword(values.password),
    confirmPassword: checkConfirmation(values.password, values.confirmPassword),
  })
}

export function checkReset({ password, confirmPassword }: ResetValues): FieldErrors<ResetValues> {
  return onlyErrors({
    password: checkPassword(password),
    confirmPassword: checkConfirmation(password, confirmPassword),
  })
}

// Only the form applies this minimum at the sign-in. The server accepts shorter passwords of older accounts.
function checkLoginPassword(password: string): string | null {
  return codePoints(password) < passwordLength.min
    ? t('Password must be at least {count} characters', { count: passwordLength.min })
    : null
}

function checkRequiredAddress(address: string): string | null {
  return address.trim() === '' ? t('Address is required for district verification') : checkAddress(address)
}

function checkConfirmation(password: string, confirmation: string): string | null {
  if (confirmation === '') {
    return t('Please confirm your password')
  }
  return confirmation === password ? null : t('Passwords do not match')
}
