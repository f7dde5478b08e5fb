import type { Task } from '#contract/administration/administration.ts'
import { t } from '#contract/kit/translate.ts'

/** Turns an identifier such as "expired_rows" into a label such as "Expired rows". */
export function nameOf(identifier: string): string {
  const words = identifier.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const bytesIn = { GB: 1e9, MB: 1e6, kB: 1e3 }

/** Formats a size like "1.4 GB", "35 MB" or "12 kB". */
export function sizeOf(bytes: number): string {
  const unit = bytes >= bytesIn.GB ? 'GB' : bytes >= bytesIn.MB ? 'MB' : 'kB'
  return `${(bytes / bytesIn[unit]).toLocaleString('en-US', { maximumFractionDigits: unit === 'GB' ? 1 : 0 })} ${unit}`
}

/** Formats a duration like "2 days", "3 hours", "10 minutes" or "Less than a minute". */
export function durationOf(seconds: number): string {
  const [count, unit] =
    seconds >= 86_400
      ? [seconds / 86_400, 'day']
      : seconds >= 3_600
        ? [seconds / 3_600, 'hour']
        : [seconds / 60, 'minute']
  const whole = Math.floor(count)
  if (whole === 0) {
    return t('Less than a minute')
  }
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** A task is late when a whole interval has passed since it was due. */
export function isLate({ next_at, every_seconds }: Task, now = Date.now()): boolean {
  return Date.parse(next_at) + every_seconds * 1_000 < now
}

const maxBackupAgeDays = 2

export function isOldBackup(finished_at: string, now = Date.now()): boolean {
  return Date.parse(finished_at) + maxBackupAgeDays * 86_400_000 < now
}
