import type { Task } from '#contract/administration/administration.ts'
import { locale, plural, t } from '#contract/kit/translate.ts'

/** The names of the recurring tasks, of the queues, and of the emails. */
export const names: Readonly<Record<string, string>> = {
  expired_rows: t('Expired rows'),
  bill_activity: t('Bill activity'),
  closed_accounts: t('Closed accounts'),
  reported_texts: t('Reported texts'),
  ended_suspensions: t('Ended suspensions'),
  expired_emails: t('Expired emails'),
  pending_residences: t('Pending residences'),
  next_district_map: t('Next district map'),
  missing_residences: t('Missing residences'),
  echo_baselines: t('Echo baselines'),
  vote_clusters: t('Vote clusters'),
  persuasion_totals: t('Persuasion totals'),
  daily_statistics: t('Daily statistics'),
  weekly_operator_emails: t('Weekly emails of administrators'),
  tally: t('Tally'),
  cohorts: t('Cohorts'),
  legislative_sessions: t('Legislative sessions'),
  orphaned_pictures: t('Orphaned pictures'),
  release_feed: t('Release feed'),
  emails: t('Emails'),
  stance_fanouts: t('Stance fanouts'),
  update_fanouts: t('Update fanouts'),
  version_fanouts: t('Version fanouts'),
  immediate_alerts: t('Immediate alerts'),
  digests: t('Digests'),
  push_messages: t('Notifications for devices'),
  data_exports: t('Data exports'),
  message_vote_reports: t('Message vote reports'),
  reset_password: t('Reset password'),
  verify_email: t('Verify email'),
  change_email: t('Change email'),
  email_change_notice: t('Email change notice'),
  sign_in_notice: t('Sign in notice'),
  data_export: t('Data export'),
  password_notice: t('Password notice'),
  recovery_notice: t('Recovery notice'),
  registration_notice: t('Registration notice'),
  second_factor_notice: t('Second factor notice'),
  deletion_notice: t('Deletion notice'),
  moderation_notice: t('Moderation notice'),
  representative_message: t('Representative message'),
  alert_digest: t('Alert digest'),
  alert_immediate: t('Alert immediate'),
  operator_week: t('Weekly email of administrators'),
  invitation: t('Invitation'),
  test_email: t('Test email'),
}

/**
 * Returns the name of a task, of a queue or of an email. A reason from the log, or a name that these pages do not know
 * yet, is shown as it is, with a capital letter at the beginning.
 */
export function nameOf(identifier: string): string {
  const name = names[identifier]
  if (name !== undefined) return name
  const words = identifier.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const bytesIn = { GB: 1e9, MB: 1e6, kB: 1e3 }

/** Formats a size like "1.4 GB", "35 MB" or "12 kB". */
export function sizeOf(bytes: number): string {
  const unit = bytes >= bytesIn.GB ? 'GB' : bytes >= bytesIn.MB ? 'MB' : 'kB'
  return `${(bytes / bytesIn[unit]).toLocaleString(locale(), { maximumFractionDigits: unit === 'GB' ? 1 : 0 })} ${unit}`
}

/** Formats a duration of at least a minute like "2 days", "3 hours" or "10 minutes". */
export function durationOf(seconds: number): string {
  if (seconds >= 86_400) return plural(Math.floor(seconds / 86_400), '{n} day|{n} days')
  return seconds >= 3_600
    ? plural(Math.floor(seconds / 3_600), '{n} hour|{n} hours')
    : plural(Math.floor(seconds / 60), '{n} minute|{n} minutes')
}

/** A task is late when a whole interval has passed since it was due. */
export function isLate({ next_at, every_seconds }: Task, now = Date.now()): boolean {
  return Date.parse(next_at) + every_seconds * 1_000 < now
}

const maxBackupAgeDays = 2

export function isOldBackup(finished_at: string, now = Date.now()): boolean {
  return Date.parse(finished_at) + maxBackupAgeDays * 86_400_000 < now
}
