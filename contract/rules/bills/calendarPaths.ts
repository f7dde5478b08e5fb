/**
 * The things that have a calendar of hearings and meetings. `mine` is a member's own calendar at a secret URL. It
 * covers the bills and committees that the member follows, and the bills that the member took a stance on.
 */
export const calendarTargetTypes = ['bill', 'topic', 'committee', 'jurisdiction'] as const
export type CalendarTargetType = (typeof calendarTargetTypes)[number]

export function calendarPath(target_type: CalendarTargetType | 'mine', id: string): string {
  return `/calendars/${target_type}/${encodeURIComponent(id)}.ics`
}
