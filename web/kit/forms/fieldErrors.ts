import type { RefusalCode } from '#contract/kit/refusals.ts'
import { ApiError } from '#web/kit/api/api.ts'

/** One message for each invalid field, in reading order. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string }

/** The fields that a refusal is about, by its code and under the contract's names, if its response lists no fields. */
const fieldsOfCode: { readonly [Code in RefusalCode]?: readonly string[] } = {
  username_taken: ['username'],
  email_taken: ['email'],
  invalid_access_code: ['access_code'],
  access_code_used: ['access_code'],
  access_code_expired: ['access_code'],
  wrong_current_password: ['currentPassword'],
  wrong_code: ['code'],
  // Registration and password reset call the field `password`, but the form that changes a password calls it `newPassword`.
  password_too_common: ['password', 'newPassword'],
}

/** Returns only the fields that have an error message. */
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

/** Returns the messages of a failed call by field. Each message is listed under the contract's name and in camel case. */
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
