import type { AlertSettings } from '#contract/alerts.ts'

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export const zoneNames: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona Time',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska Time',
  'Pacific/Honolulu': 'Hawaii Time',
  'America/Puerto_Rico': 'Atlantic Time',
  'Pacific/Guam': 'Chamorro Time',
  'Pacific/Pago_Pago': 'Samoa Time',
}

export function hourName(hour: number): string {
  if (hour === 0) return 'Midnight'
  if (hour === 12) return 'Noon'
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
  if (frequency === 'never') return 'You get no emails about bills.'
  if (frequency === 'immediate') return `At once, and a digest at ${at}.`
  return frequency === 'weekly' ? `Weekly, ${weekdays[delivery_weekday]}s at ${at}.` : `Daily at ${at}.`
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
