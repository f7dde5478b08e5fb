import * as z from 'zod/mini'
import { checkEmail } from '#contract/accounts/accountFields.ts'
import { cursorInput, nextOutput, TimeKey } from '#contract/kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { codePoints } from '#contract/kit/text.ts'
import { TimeInput } from '#contract/kit/timeInput.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { administratorRefusals } from './administration.ts'

// The list of email addresses, pasted or from a CSV file. The form and the server read it with the same functions.

export const maxAddresses = 500
/** The maximum number of characters of a list. A list of this length fits into one request together with the other fields. */
const maxListLength = 60_000

type AddressProblem = {
  /** The number of the line. The first line is 1, and empty lines count. */
  line: number
  text: string
  message: string
}

export type AddressList = {
  /** The addresses in lower case, without repetitions. */
  addresses: string[]
  /** The number of addresses in the list that repeat an earlier address. */
  repeated: number
  problems: AddressProblem[]
}

/**
 * Reads a list. A line contains one address, several addresses with commas between them, a name and an address, or the
 * columns of a CSV file. Columns without @ are ignored. The first line may contain the names of the columns.
 */
export function readAddressList(text: string): AddressList {
  const addresses = new Set<string>()
  const problems: AddressProblem[] = []
  let count = 0
  let isFirst = true
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const line = row.replace(/^\uFEFF/, '').trim()
    if (line === '') {
      continue
    }
    const candidates = candidatesIn(line)
    const isHeading = isFirst && candidates.length === 0 && /mail/i.test(line)
    isFirst = false
    if (isHeading) {
      continue
    }
    if (candidates.length === 0) {
      problems.push({ line: index + 1, text: line, message: t('No email address') })
    }
    const invalid = new Set(candidates.filter((candidate) => checkEmail(candidate) !== null))
    for (const candidate of invalid) {
      problems.push({ line: index + 1, text: candidate, message: t('Not a valid email address') })
    }
    for (const candidate of candidates) {
      if (invalid.has(candidate)) {
        continue
      }
      count += 1
      addresses.add(candidate.toLowerCase())
    }
  }
  return { addresses: [...addresses], repeated: count - addresses.size, problems }
}

/** Returns the words of a line that contain an @. Some of them may not be valid addresses. */
function candidatesIn(line: string): string[] {
  return line
    .split(/[,;\t]/)
    .flatMap((cell) => /<([^<>]*)>/.exec(cell)?.[1]?.trim() ?? cell.split(/\s+/))
    .map((word) => word.replace(/^["']+|["']+$/g, ''))
    .filter((word) => word.includes('@'))
}

export function checkAddressList(text: string): string | null {
  if (text.trim() === '') {
    return t('Enter at least one email address')
  }
  if (text.length > maxListLength) {
    return t('This list is too long. Invite fewer people at a time.')
  }
  const { addresses, problems } = readAddressList(text)
  const lines = [...new Set(problems.map(({ line }) => line))]
  if (lines.length > 0) {
    return plural(lines.length, 'Check line {lines}|Check lines {lines}', { lines: listLines(lines) })
  }
  if (addresses.length === 0) {
    return t('Enter at least one email address')
  }
  return addresses.length > maxAddresses
    ? t('You can invite {max} people at a time. This list has {count} addresses.', {
        max: maxAddresses,
        count: addresses.length,
      })
    : null
}

const maxNamedLines = 5

/** Returns line numbers as text, such as "3, 4 and 7" or "1, 2, 3, 4, 5 and 4 more". */
function listLines(lines: number[]): string {
  if (lines.length > maxNamedLines) {
    return t('{lines} and {count} more', {
      lines: lines.slice(0, maxNamedLines).join(', '),
      count: lines.length - maxNamedLines,
    })
  }
  const last = lines.at(-1) ?? ''
  return lines.length > 1
    ? t('{lines} and {last}', { lines: lines.slice(0, -1).join(', '), last })
    : String(last)
}

const codeStates = ['usable', 'used', 'expired', 'revoked'] as const
export type CodeState = (typeof codeStates)[number]

export const codeFilters = ['all', ...codeStates] as const
export type CodeFilter = (typeof codeFilters)[number]

/** The maximum number of codes that one call issues. The command `codes issue` can issue more. */
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
 * Revokes a code so that nobody can register with it anymore. Members who registered with it keep their accounts. A
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
  return codePoints(text.trim()) > noteMaxLength
    ? t('Note must be at most {max} characters', { max: noteMaxLength })
    : null
}

/** The maximum number of cards on one sheet. */
export const maxCards = 20

const InvitationCard = z.object({
  code: Code,
  /** The URL of the registration form with the code filled in. */
  link: z.string(),
  uses_left: z.number(),
})
export type InvitationCard = z.infer<typeof InvitationCard>

/** Returns what the printed invitations with these codes show. Codes that nobody can join with are left out. */
export const listInvitationCards = endpoint('GET /api/administration/invitation-cards', {
  access: 'active',
  input: {
    /** Codes, separated by commas. */
    codes: z.pipe(
      z.pipe(
        z.string().check(z.maxLength(500)),
        z.transform((text) => text.split(',')),
      ),
      z.array(Code).check(z.maxLength(maxCards)),
    ),
  },
  output: { cards: z.array(InvitationCard) },
  refuses: administratorRefusals,
})
