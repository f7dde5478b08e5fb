import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeKey } from '../kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from '../kit/endpoint.ts'
import { codePoints } from '../rules/text.ts'
import { checkAddressList } from './addressList.ts'
import { administratorRefusals } from './administration.ts'

export const codeStates = ['usable', 'used', 'expired', 'revoked'] as const
export type CodeState = (typeof codeStates)[number]

export const codeFilters = ['all', ...codeStates] as const
export type CodeFilter = (typeof codeFilters)[number]

/** Codes that one call issues. The command `codes issue` issues more. */
export const maxIssuedCodes = 500
export const maxCodeUses = 1_000_000
export const noteMaxLength = 200
export const maxInvitationDays = 90

const Code = z.string().check(z.regex(/^[A-Z0-9-]{6,20}$/))

export const AccessCode = z.object({
  code: Code,
  uses: z.number(),
  max_uses: z.number(),
  expires_at: z.nullable(Time),
  created_at: Time,
  /** For administrators only. */
  note: z.string(),
  state: z.enum(codeStates),
})
export type AccessCode = z.infer<typeof AccessCode>

/** The newest first. */
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

/** Issues codes with the same terms. A code without an end has no `expires_at`. */
export const issueCodes = endpoint('POST /api/administration/codes', {
  access: 'active',
  input: {
    count: z._default(wholeNumberBetween(1, maxIssuedCodes), 1),
    max_uses: z._default(wholeNumberBetween(1, maxCodeUses), 1),
    expires_at: z._default(z.nullable(Time), null),
    note: checkedText(checkNote),
  },
  output: { codes: z.array(AccessCode) },
  refuses: [...administratorRefusals, 'invalid_date'],
  status: 201,
  idempotent: true,
})

/** Nobody can register with the code from then on. Members who came by it stay. Repeating it changes nothing. */
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

/** Who came by a code, the newest first. */
export const listCodeMembers = endpoint('GET /api/administration/codes/:code/members', {
  access: 'active',
  input: { code: Code, limit: pageInput(20, 100).limit, ...cursorInput(z.tuple([TimeKey, Id])) },
  output: {
    code: AccessCode,
    /** How many of its members have deleted their accounts. Their uses stay used. */
    former_members: z.number(),
    members: z.array(CodeMember),
    ...nextOutput,
  },
  refuses: [...administratorRefusals, 'code_not_found'],
})

/** Emails a code of its own, with one use, to each address of a list. Nobody is invited if a line of it is wrong. */
export const inviteByEmail = endpoint('POST /api/administration/invitations', {
  access: 'active',
  input: {
    addresses: checkedText(checkAddressList),
    /** How long the codes can be used. */
    days: z._default(wholeNumberBetween(1, maxInvitationDays), 30),
    note: checkedText(checkNote),
  },
  output: {
    invited: z.number(),
    /** Addresses that were in the list more than once. They got one code. */
    repeated: z.number(),
  },
  refuses: [...administratorRefusals, 'too_many_attempts'],
  status: 201,
  idempotent: true,
})

export function checkNote(text: string): string | null {
  return codePoints(text.trim()) > noteMaxLength ? `Note must be at most ${noteMaxLength} characters` : null
}
