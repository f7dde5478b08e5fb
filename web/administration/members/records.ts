import { memberTypes, operatorRoles } from '#contract/accounts/memberRoles.ts'
import type { AdministeredMember } from '#contract/administration/members.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { pluralize } from '#web/kit/format.ts'
import { roleNames, typeNames } from './labels.ts'

type Detail = AdministeredMember['records'][number]['detail']

const recordNames: Record<string, string> = {
  suspended: t('Suspended'),
  suspension_lifted: t('Suspension lifted'),
  second_factor_removed: t('Two-step sign-in removed'),
  label_proposed: t('Label proposed'),
  label_set: t('Label changed'),
  represents_set: t('Office changed'),
  member_looked_up: t('Looked up by email'),
  role_granted: t('Role granted'),
  role_revoked: t('Role revoked'),
}

export function nameOfRecord(action: string): string {
  return recordNames[action] ?? action.replaceAll('_', ' ')
}

/** Says what a change did beyond its name, such as which label was set, or null if there is nothing more to say. */
export function detailOfRecord(action: string, detail: Detail): string | null {
  switch (action) {
    case 'suspended':
      return durationOf(detail['days'])
    case 'label_set':
    case 'label_proposed':
      return labelOf(detail)
    case 'role_granted':
      return nameOf(operatorRoles, roleNames, detail['role'])
    case 'represents_set':
      return detail['rep_id'] === 'none' ? t('None') : textOf(detail['rep_id'])
    case 'second_factor_removed':
      return endedBy(detail)
    case 'appeal_decided':
      return textOf(detail['outcome'])
    default:
      return null
  }
}

function durationOf(days: Detail[string] | undefined): string | null {
  if (days === undefined) {
    return null
  }
  return typeof days === 'number' ? `for ${plural(days, '{n} day|{n} days')}` : t('without an end')
}

function labelOf({ member_type, proposed_by }: Detail): string | null {
  const label = nameOf(memberTypes, typeNames, member_type)
  const proposer = textOf(proposed_by)
  return label !== null && proposer !== null
    ? t('{label}, proposed by {proposer}', { label, proposer })
    : label
}

function endedBy(detail: Detail): string | null {
  const ended = [
    countText(detail['sessions_ended'], 'session'),
    detail['addresses_ended'] === true ? t('the secret addresses') : null,
    countText(detail['apps'], 'authenticator app'),
    countText(detail['passkeys'], 'passkey'),
    countText(detail['recovery_codes'], 'recovery code'),
    countText(detail['api_keys'], 'API key'),
  ].filter((item) => item !== null)
  return ended.length === 0 ? null : `ended ${new Intl.ListFormat('en-US').format(ended)}`
}

function countText(count: Detail[string] | undefined, noun: string): string | null {
  return typeof count === 'number' && count > 0 ? pluralize(count, noun) : null
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
