/** What has a calendar of hearings and meetings. `mine` is that of everything a member follows, at a secret address. */
export const calendarTargetTypes = ['bill', 'topic', 'committee', 'jurisdiction'] as const
export type CalendarTargetType = (typeof calendarTargetTypes)[number]

export function calendarPath(target_type: CalendarTargetType | 'mine', id: string): string {
  return `/calendars/${target_type}/${encodeURIComponent(id)}.ics`
}
