/**
 * What has a calendar of hearings and meetings. `mine` is a member's own, at a secret address: for the bills and committees that
 * they follow, and the bills that they took a stance on.
 */
export const calendarTargetTypes = ['bill', 'topic', 'committee', 'jurisdiction'] as const
export type CalendarTargetType = (typeof calendarTargetTypes)[number]

export function calendarPath(target_type: CalendarTargetType | 'mine', id: string): string {
  return `/calendars/${target_type}/${encodeURIComponent(id)}.ics`
}
