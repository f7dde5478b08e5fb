import type { AlertSettings } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'

export const weekdays = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
]

export const zoneNames: Readonly<Record<string, string>> = {
  'America/New_York': t('Eastern Time'),
  'America/Chicago': t('Central Time'),
  'America/Denver': t('Mountain Time'),
  'America/Phoenix': t('Arizona Time'),
  'America/Los_Angeles': t('Pacific Time'),
  'America/Anchorage': t('Alaska Time'),
  'Pacific/Honolulu': t('Hawaii Time'),
  'America/Puerto_Rico': t('Atlantic Time'),
  'Pacific/Guam': t('Chamorro Time'),
  'Pacific/Pago_Pago': t('Samoa Time'),
}

export function hourName(hour: number): string {
  if (hour === 0) {
    return t('Midnight')
  }
  if (hour === 12) {
    return t('Noon')
  }
  return hour < 12 ? `${hour} a.m.` : `${hour - 12} p.m.`
}

/** Returns when emails come, such as "Weekly, Mondays at 7 a.m., Eastern Time." */
export function digestTimes({
  frequency,
  delivery_hour,
  delivery_weekday,
  time_zone,
}: AlertSettings): string {
  const at = `${hourName(delivery_hour)}, ${zoneName(time_zone)}`
  if (frequency === 'never') {
    return t('You get no emails about bills.')
  }
  if (frequency === 'immediate') {
    return t('At once, and a digest at {at}.', { at })
  }
  return frequency === 'weekly'
    ? t('Weekly, {value}s at {at}.', { value: weekdays[delivery_weekday] ?? '', at })
    : t('Daily at {at}.', { at })
}

/** Returns the day of the next email in the chosen zone, such as "November 30". */
export function digestDay(time: string, time_zone: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: time_zone }).format(
    new Date(time),
  )
}

/** Returns the time of the next email in the chosen zone, such as "November 30 at 7 a.m., Eastern Time". */
export function digestTime(time: string, time_zone: string): string {
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: time_zone })
  return `${digestDay(time, time_zone)} at ${hourName(Number(hour.format(new Date(time))))}, ${zoneName(time_zone)}`
}

function zoneName(time_zone: string): string {
  return zoneNames[time_zone] ?? time_zone.replaceAll('_', ' ')
}
