import * as z from 'zod/mini'
import { memberTypes, operatorRoles } from '#contract/accounts/memberRoles.ts'
import { checkedText, endpoint, Id, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { codePoints } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { checkDecisionReason, maxSuspensionDays } from '#contract/moderation/decisions.ts'
import { administratorRefusals } from './administration.ts'

/** In the state `deleting`, the member has deleted the account and can still restore it. */
const memberStates = ['active', 'inactive', 'suspended', 'deleting'] as const
export type MemberState = (typeof memberStates)[number]

const MemberMatch = z.object({
  user_id: Id,
  username: z.string(),
  /** Null if the account is deleted. */
  full_name: z.nullable(z.string()),
  state: z.enum(memberStates),
})
export type MemberMatch = z.infer<typeof MemberMatch>

/** The maximum number of members that one search shows. */
export const maxFoundMembers = 20
const queryLength = { min: 2, max: 254 }

/**
 * Finds members, whatever the state of their accounts. The query is a username, an exact email address, or the first
 * letters of words of a name. A search by email is recorded in the audit log, and no response contains an email
 * address. The request is a POST so that email addresses do not appear in URLs.
 */
export const findMembers = endpoint('POST /api/administration/members/find', {
  access: 'active',
  input: { query: checkedText(checkMemberQuery) },
  output: { members: z.array(MemberMatch), has_more: z.boolean(), by_email: z.boolean() },
  refuses: administratorRefusals,
})

const MemberRecord = z.object({
  action: z.string(),
  created_at: Time,
  /** The operator's username, or for an operator command, the name with which the operator ran the command. */
  operator: z.string(),
  reason: z.nullable(z.string()),
  /** The counts and choices that the audit log has about the change, such as `days` or `member_type`. */
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
})

export const AdministeredMember = z.object({
  ...MemberMatch.shape,
  suspended_until: z.nullable(Time),
  /** The time at which a deleted account is erased and can no longer be restored. */
  purge_at: z.nullable(Time),
  /** The date has no time of day, because times of day would show when the member is usually awake. */
  joined_on: z.nullable(z.string()),
  last_active_on: z.nullable(z.string()),
  access_code: z.nullable(z.string()),
  email_verified: z.boolean(),
  has_second_factor: z.boolean(),
  role: z.nullable(z.enum(operatorRoles)),
  member_type: z.enum(memberTypes),
  /** The label is hidden because the member changed their name. `confirm_label` shows it again. */
  is_label_hidden: z.boolean(),
  /** The newest 20 records of what operators did with the account, newest first. */
  records: z.array(MemberRecord),
})
export type AdministeredMember = z.infer<typeof AdministeredMember>

export const getMember = endpoint('GET /api/administration/members/:user_id', {
  access: 'active',
  input: { user_id: Id },
  output: { member: AdministeredMember },
  refuses: [...administratorRefusals, 'user_not_found'],
})

const memberChanges = [
  'suspend',
  'lift',
  'remove_second_factor',
  'label',
  'confirm_label',
  'unlabel',
] as const
export type MemberChange = (typeof memberChanges)[number]

/**
 * Makes one change to an account. The reason is stored in the audit log. `suspend` and `lift` email the reason to the
 * member. `label` makes the member a community leader, and `unlabel` removes any label. A label is hidden when the member
 * changes their name, and `confirm_label` shows it again. An administrator labels the name on the screen, so `label` and
 * `confirm_label` contain that name. They are refused with `name_changed` if the member has changed it since then. Only
 * the command `users member-type` can label an official.
 */
export const changeMember = endpoint('POST /api/administration/members/:user_id/change', {
  access: 'active',
  input: {
    user_id: Id,
    change: z.enum(memberChanges),
    reason: checkedText(checkDecisionReason),
    /** The length of a suspension in days, or null if the suspension has no end. */
    days: z._default(z.nullable(wholeNumberBetween(1, maxSuspensionDays)), null),
    /** The name that `label` or `confirm_label` is about. Null for every other change. */
    name: z._default(z.nullable(z.object({ username: z.string(), full_name: z.string() })), null),
  },
  output: { member: AdministeredMember },
  refuses: [
    ...administratorRefusals,
    'user_not_found',
    'own_case',
    'operator_case',
    'nothing_to_change',
    'name_changed',
  ],
  idempotent: true,
})

export function checkMemberQuery(text: string): string | null {
  const length = codePoints(text.trim())
  if (length < queryLength.min) {
    return t('Enter at least {min} characters', { min: queryLength.min })
  }
  return length > queryLength.max ? t('Enter at most {max} characters', { max: queryLength.max }) : null
}
