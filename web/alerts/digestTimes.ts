import type { AlertSettings } from '#contract/alerts.ts'
import { t } from '#contract/kit/translate.ts'
import { monthAndDay } from '#web/kit/monthAndDay.ts'

export const weekdays = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
]

const everyWeekday = [
  t('Sundays'),
  t('Mondays'),
  t('Tuesdays'),
  t('Wednesdays'),
  t('Thursdays'),
  t('Fridays'),
  t('Saturdays'),
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
  return hour < 12 ? t('{hour} a.m.', { hour }) : t('{hour} p.m.', { hour: hour - 12 })
}

/** Returns when emails come, such as "Weekly, Mondays at 7 a.m., Eastern Time." */
export function digestTimes({
  frequency,
  delivery_hour,
  delivery_weekday,
  time_zone,
}: AlertSettings): string {
  const time = `${hourName(delivery_hour)}, ${zoneName(time_zone)}`
  if (frequency === 'never') {
    return t('You get no emails about bills.')
  }
  if (frequency === 'immediate') {
    return t('At once, and a digest at {time}.', { time })
  }
  return frequency === 'weekly'
    ? t('Weekly, {days} at {time}.', { days: everyWeekday[delivery_weekday] ?? '', time })
    : t('Daily at {time}.', { time })
}

/** Returns the day of the next email in the chosen zone, such as "November 30". */
export function digestDay(time: string, time_zone: string): string {
  return monthAndDay(time, time_zone)
}

/** Returns the time of the next email in the chosen zone, such as "November 30 at 7 a.m., Eastern Time". */
export function digestTime(time: string, time_zone: string): string {
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: time_zone })
  return t('{day} at {hour}, {zone}', {
    day: digestDay(time, time_zone),
    hour: hourName(Number(hour.format(new Date(time)))),
    zone: zoneName(time_zone),
  })
}

export function zoneName(time_zone: string): string {
  return zoneNames[time_zone] ?? time_zone.replaceAll('_', ' ')
}
