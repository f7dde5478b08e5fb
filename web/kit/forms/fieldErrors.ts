import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { ApiError } from '../api/api.ts'

/** One message for each field that is wrong, in reading order. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string }

/** The input fields, as the contract names them, of the refusals whose response lists no fields. */
const fieldsOfCode: { readonly [Code in RefusalCode]?: readonly string[] } = {
  username_taken: ['username'],
  email_taken: ['email'],
  invalid_access_code: ['access_code'],
  access_code_used: ['access_code'],
  access_code_expired: ['access_code'],
  wrong_current_password: ['currentPassword'],
  wrong_code: ['code'],
  // Registration and password reset call the field `password`, the change of a password calls it `newPassword`.
  password_too_common: ['password', 'newPassword'],
}

/** Leaves out the fields whose check found nothing wrong. */
export function onlyErrors<Name extends string>(
  messages: Record<Name, string | null>,
): { [N in Name]?: string } {
  const errors: { [N in Name]?: string } = {}
  for (const name in messages) {
    const message = messages[name]
    if (message) errors[name] = message
  }
  return errors
}

/** The messages of a failed call by field, each under the contract's spelling and in camel case. */
export function fieldErrorsOf(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiError)) return {}
  const fields = failure.code ? fieldsOfCode[failure.code] : undefined
  const messages = fields
    ? fields.map((name) => [name, failure.message] as const)
    : Object.entries(failure.fields)
  return Object.fromEntries(
    messages.flatMap(([name, message]) => [
      [name, message],
      [camelCase(name), message],
    ]),
  )
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
