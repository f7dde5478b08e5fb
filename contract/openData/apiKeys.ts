import * as z from 'zod/mini'
import { secondStep, secondStepRefusals } from '#contract/accounts/secondFactor.ts'
import { checkedText, endpoint, Id, Time } from '#contract/kit/endpoint.ts'
import { codePoints, isBlank } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'

/** The maximum number of keys that one member can have without revoking one. All of them share the member's limit. */
export const maxApiKeys = 3
export const keyNameMaxLength = 60

/** Every key begins with this prefix so that people and scanners recognize a key in a public file. */
export const keyPrefix = 'hurd_pk_'

export function checkKeyName(text: string): string | null {
  if (isBlank(text)) return t('Please enter a name')
  return codePoints(text.trim()) > keyNameMaxLength ? t('Name is too long') : null
}

export const ApiKey = z.object({
  key_id: Id,
  name: z.string(),
  /** The last four characters of the key. */
  hint: z.string(),
  created_at: Time,
  /** The day as YYYY-MM-DD. */
  last_used_on: z.nullable(z.string()),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Lists the caller's keys of the public API, newest first. Revoked keys are left out. */
export const listApiKeys = endpoint('GET /api/keys', {
  access: 'user',
  input: {},
  output: { keys: z.array(ApiKey) },
})

/**
 * Creates a key. Only this response contains the key, because the database stores only its hash. If two-step sign-in is on,
 * the call needs the second step.
 */
export const createApiKey = endpoint('POST /api/keys', {
  access: 'active',
  input: { name: checkedText(checkKeyName), ...secondStep },
  output: { key: ApiKey, secret: z.string() },
  refuses: ['key_limit', ...secondStepRefusals],
  status: 201,
})

/** Revokes a key. Later requests with the key are refused. */
export const revokeApiKey = endpoint('DELETE /api/keys/:id', {
  access: 'user',
  input: { id: Id },
  output: {},
  refuses: ['key_not_found', 'too_many_attempts'],
})
