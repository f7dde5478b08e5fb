import { memberTypes, operatorRoles } from '#contract/accounts/memberRoles.ts'
import type { AdministeredMember } from '#contract/administration/members.ts'
import { listFormat, msg, plural, t } from '#contract/kit/translate.ts'
import { roleNames, typeNames } from './labels.ts'

type Detail = AdministeredMember['records'][number]['detail']

const recordNames: Record<string, string> = {
  suspended: t('[account]Suspended'),
  suspension_lifted: t('Suspension lifted'),
  second_factor_removed: t('Two-step sign-in removed'),
  label_proposed: t('Label proposed'),
  label_set: t('Label changed'),
  represents_set: t('Office changed'),
  member_looked_up: t('Looked up by email'),
  role_granted: t('Role granted'),
  role_revoked: t('Role revoked'),
  appeal_decided: t('Appeal decided'),
  note_added: t('Note added'),
  test_email_sent: t('Test email sent'),
}

const outcomeNames: Record<string, string> = {
  upheld: t('Decision upheld'),
  reversed: t('Decision reversed'),
}

export function nameOfRecord(action: string): string {
  return recordNames[action] ?? action.replaceAll('_', ' ')
}

/** Says what a change did beyond its name, such as which label was set, or null if there is nothing more to say. */
export function detailOfRecord(action: string, detail: Detail): string | null {
  switch (action) {
    case 'suspension_lifted':
      return detail['still_suspended'] === true ? t('counted again, still suspended') : null
    case 'suspended':
      return durationOf(detail['days'])
    case 'label_set':
    case 'label_proposed':
      return nameOf(memberTypes, typeNames, detail['member_type'])
    case 'role_granted':
      return nameOf(operatorRoles, roleNames, detail['role'])
    case 'represents_set':
      return detail['rep_id'] === 'none' ? t('None') : textOf(detail['rep_id'])
    case 'second_factor_removed':
      return endedBy(detail)
    case 'appeal_decided':
      return outcomeNames[String(detail['outcome'])] ?? null
    default:
      return null
  }
}

function durationOf(days: Detail[string] | undefined): string | null {
  if (days === undefined) {
    return null
  }
  return typeof days === 'number' ? plural(days, 'for {n} day|for {n} days') : t('without an end')
}

function endedBy(detail: Detail): string | null {
  const ended = [
    countText(detail['sessions_ended'], msg('{n} session|{n} sessions')),
    detail['addresses_ended'] === true ? t('the secret addresses') : null,
    countText(detail['apps'], msg('{n} authenticator app|{n} authenticator apps')),
    countText(detail['passkeys'], msg('{n} passkey|{n} passkeys')),
    countText(detail['recovery_codes'], msg('{n} recovery code|{n} recovery codes')),
    countText(detail['api_keys'], msg('{n} API key|{n} API keys')),
  ].filter((item) => item !== null)
  return ended.length === 0 ? null : t('ended {things}', { things: listFormat().format(ended) })
}

function countText(count: Detail[string] | undefined, forms: string): string | null {
  return typeof count === 'number' && count > 0 ? plural(count, forms) : null
}

function nameOf<T extends string>(
  knownValues: readonly T[],
  names: Record<T, string>,
  value: Detail[string] | undefined,
): string | null {
  const key = knownValues.find((candidate) => candidate === value)
  return key === undefined ? null : names[key]
}

function textOf(value: Detail[string] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
