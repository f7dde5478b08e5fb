import * as z from 'zod/mini'
import { checkedText, endpoint, Id, Time, wholeNumberBetween } from '../kit/endpoint.ts'
import { memberTypes } from '../rules/memberTypes.ts'
import { checkDecisionReason, maxSuspensionDays, operatorRoles } from '../rules/operatorRoles.ts'
import { codePoints } from '../rules/text.ts'
import { administratorRefusals } from './administration.ts'

/** `deleting`: deleted by the member, who can still restore the account. */
export const memberStates = ['active', 'inactive', 'suspended', 'deleting'] as const
export type MemberState = (typeof memberStates)[number]

const FoundMember = z.object({
  user_id: Id,
  username: z.string(),
  /** Null for an account that is deleted. */
  full_name: z.nullable(z.string()),
  state: z.enum(memberStates),
})
export type FoundMember = z.infer<typeof FoundMember>

/** Members that one search shows. */
export const maxFoundMembers = 20
const queryLength = { min: 2, max: 254 }

/**
 * Finds members in every state by the beginnings of the words of their names, by username, or by the exact email address.
 * A search by email is recorded, and no answer contains an address. Not a GET, so that no address is in a URL.
 */
export const findMembers = endpoint('POST /api/administration/members/find', {
  access: 'active',
  input: { query: checkedText(checkMemberQuery) },
  output: { members: z.array(FoundMember), has_more: z.boolean(), by_email: z.boolean() },
  refuses: administratorRefusals,
})

const MemberRecord = z.object({
  action: z.string(),
  created_at: Time,
  /** The username of the operator, or the name of the operator of a command. */
  operator: z.string(),
  reason: z.nullable(z.string()),
})

export const AdministeredMember = z.object({
  ...FoundMember.shape,
  suspended_until: z.nullable(Time),
  /** When a deleted account is gone for good. */
  purge_at: z.nullable(Time),
  /** Days without a time, because more would show when somebody is awake. */
  joined_on: z.nullable(z.string()),
  last_active_on: z.nullable(z.string()),
  access_code: z.nullable(z.string()),
  email_verified: z.boolean(),
  has_second_factor: z.boolean(),
  role: z.nullable(z.enum(operatorRoles)),
  member_type: z.enum(memberTypes),
  /** What operators did to the account, the newest first. */
  records: z.array(MemberRecord),
})
export type AdministeredMember = z.infer<typeof AdministeredMember>

export const getMember = endpoint('GET /api/administration/members/:user_id', {
  access: 'active',
  input: { user_id: Id },
  output: { member: AdministeredMember },
  refuses: [...administratorRefusals, 'user_not_found'],
})

export const memberChanges = ['suspend', 'lift', 'remove_second_factor', 'label', 'unlabel'] as const
export type MemberChange = (typeof memberChanges)[number]

/**
 * One change with its reason, which the audit log keeps. `suspend` and `lift` email it to the member. `label` makes the
 * member a community leader and `unlabel` takes a label away; only the command `users member-type` labels an official.
 */
export const changeMember = endpoint('POST /api/administration/members/:user_id/change', {
  access: 'active',
  input: {
    user_id: Id,
    change: z.enum(memberChanges),
    reason: checkedText(checkDecisionReason),
    /** Days of a suspension. Null for one without an end. */
    days: z._default(z.nullable(wholeNumberBetween(1, maxSuspensionDays)), null),
  },
  output: { member: AdministeredMember },
  refuses: [
    ...administratorRefusals,
    'user_not_found',
    'case_of_own',
    'case_of_operator',
    'nothing_to_change',
  ],
  idempotent: true,
})

export function checkMemberQuery(text: string): string | null {
  const length = codePoints(text.trim())
  if (length < queryLength.min) return `Enter at least ${queryLength.min} characters`
  return length > queryLength.max ? `Enter at most ${queryLength.max} characters` : null
}
