import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeKey } from '#contract/kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { TimeInput } from '#contract/kit/timeInput.ts'
import { codePoints } from '#contract/rules/text.ts'
import { checkAddressList } from './addressList.ts'
import { administratorRefusals } from './administration.ts'

const codeStates = ['usable', 'used', 'expired', 'revoked'] as const
export type CodeState = (typeof codeStates)[number]

export const codeFilters = ['all', ...codeStates] as const
export type CodeFilter = (typeof codeFilters)[number]

/** The most codes that one call issues. The command `codes issue` can issue more. */
export const maxIssuedCodes = 500
export const maxCodeUses = 1_000_000
const noteMaxLength = 200
const maxInvitationDays = 90

const Code = z.string().check(z.regex(/^[A-Z0-9-]{6,20}$/))

export const AccessCode = z.object({
  code: Code,
  uses: z.number(),
  max_uses: z.number(),
  expires_at: z.nullable(Time),
  created_at: Time,
  /** The note is shown only to administrators. */
  note: z.string(),
  state: z.enum(codeStates),
})
export type AccessCode = z.infer<typeof AccessCode>

/** Lists the access codes, newest first. */
export const listCodes = endpoint('GET /api/administration/codes', {
  access: 'active',
  input: {
    filter: z._default(z.enum(codeFilters), 'all'),
    limit: pageInput(20, 100).limit,
    ...cursorInput(z.tuple([TimeKey, Code])),
  },
  output: { codes: z.array(AccessCode), ...nextOutput },
  refuses: administratorRefusals,
})

/** Issues codes that all have the same terms. `expires_at` is missing or null for codes that never expire. */
export const issueCodes = endpoint('POST /api/administration/codes', {
  access: 'active',
  input: {
    count: z._default(wholeNumberBetween(1, maxIssuedCodes), 1),
    max_uses: z._default(wholeNumberBetween(1, maxCodeUses), 1),
    expires_at: z._default(z.nullable(TimeInput), null),
    note: checkedText(checkNote),
  },
  output: { codes: z.array(AccessCode) },
  refuses: [...administratorRefusals, 'invalid_date'],
  status: 201,
  idempotent: true,
})

/**
 * Revokes a code, so that nobody can register with it anymore. Members who registered with it keep their accounts. A
 * repeated call changes nothing.
 */
export const revokeCode = endpoint('POST /api/administration/codes/:code/revoke', {
  access: 'active',
  input: { code: Code },
  output: { code: AccessCode },
  refuses: [...administratorRefusals, 'code_not_found'],
})

const CodeMember = z.object({
  user_id: Id,
  username: z.string(),
  joined_at: Time,
  account_status: z.enum(['active', 'inactive', 'suspended']),
})
export type CodeMember = z.infer<typeof CodeMember>

/** Lists the members who registered with a code, newest first. */
export const listCodeMembers = endpoint('GET /api/administration/codes/:code/members', {
  access: 'active',
  input: { code: Code, limit: pageInput(20, 100).limit, ...cursorInput(z.tuple([TimeKey, Id])) },
  output: {
    code: AccessCode,
    /**
     * The number of members who registered with the code and have deleted their accounts. Their uses of the code still
     * count.
     */
    former_members: z.number(),
    members: z.array(CodeMember),
    ...nextOutput,
  },
  refuses: [...administratorRefusals, 'code_not_found'],
})

/**
 * Emails each address of a list its own code, which can be used once. If any line of the list is wrong, nobody is
 * invited.
 */
export const inviteByEmail = endpoint('POST /api/administration/invitations', {
  access: 'active',
  input: {
    addresses: checkedText(checkAddressList),
    /** The number of days for which the codes can be used. */
    days: z._default(wholeNumberBetween(1, maxInvitationDays), 30),
    note: checkedText(checkNote),
  },
  output: {
    invited: z.number(),
    /** The number of repetitions in the list. Each repeated address still gets only one code. */
    repeated: z.number(),
  },
  refuses: [...administratorRefusals, 'too_many_attempts'],
  status: 201,
  idempotent: true,
})

export function checkNote(text: string): string | null {
  return codePoints(text.trim()) > noteMaxLength ? `Note must be at most ${noteMaxLength} characters` : null
}
