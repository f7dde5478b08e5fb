import type { FastifyRequest } from 'fastify'

// The first match decides. Programs that fetch on behalf of many people come first, because some also name a browser.
const readers: [pattern: RegExp, name: string][] = [
  [/\bFeedly\b/i, 'Feedly'],
  [/\bInoreader\b/i, 'Inoreader'],
  [/\bNewsBlur\b/i, 'NewsBlur'],
  [/\bFeedbin\b/i, 'Feedbin'],
  [/\bTheOldReader\b/i, 'The Old Reader'],
  [/\bFreshRSS\b/i, 'FreshRSS'],
  [/\bMiniflux\b/i, 'Miniflux'],
  [/\bTiny Tiny RSS\b/i, 'Tiny Tiny RSS'],
  [/\bNetNewsWire\b/i, 'NetNewsWire'],
  [/\bReeder\b/i, 'Reeder'],
  [/\bThunderbird\b/i, 'Thunderbird'],
  [/\bGoogle-Calendar|Google-CalDAV|GoogleCalendar/i, 'Google Calendar'],
  [/\bMicrosoft[- ](?:Office|Exchange|Outlook)|\bOutlook\b/i, 'Outlook'],
  [/\bCalendarAgent\b|\bdataaccessd\b|\bdavkit\b|\biCal\b/i, 'Apple Calendar'],
  [/\bNextcloud\b/i, 'Nextcloud'],
  [/\bcurl\/|\bWget\//i, 'a command line'],
  [/\bMozilla\/5\.0 \(/, 'a browser'],
]

/**
 * Returns the kind of program that fetched a feed or a calendar, for its owner. The program chooses its user agent, so the
 * name proves nothing.
 */
export function readerKind(userAgent: string): string {
  const text = userAgent.slice(0, 512)
  return readers.find(([pattern]) => pattern.test(text))?.[1] ?? 'an unknown program'
}

export function userAgentOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? ''
}
