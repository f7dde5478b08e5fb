import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { ApiError } from '../api/api.ts'

/** The input fields, as the contract names them, that a refusal is about although the answer lists none. */
const fieldsOfCode: { readonly [Code in RefusalCode]?: readonly string[] } = {
  username_taken: ['username'],
  email_taken: ['email'],
  invalid_access_code: ['access_code'],
  access_code_used: ['access_code'],
  access_code_expired: ['access_code'],
  wrong_current_password: ['currentPassword'],
  // Registration and reset name it one way, the change of password the other.
  password_too_common: ['password', 'newPassword'],
}

/** The words of a failed call by the field they belong to, under the contract's spelling and in camel case. */
export function refusedFields(failure: unknown): Readonly<Record<string, string>> {
  if (!(failure instanceof ApiError)) return {}
  const known = failure.code ? fieldsOfCode[failure.code] : undefined
  const named = known ? known.map((name) => [name, failure.words] as const) : Object.entries(failure.fields)
  return Object.fromEntries(
    named.flatMap(([name, words]) => [
      [name, words],
      [camelCase(name), words],
    ]),
  )
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
