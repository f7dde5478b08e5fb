/** Announces that a path of the public API will end. The path keeps working until `ends_on` or longer. */
export type Notice = {
  /** The notice covers this path, such as "/api/public/v1/bills", and everything below it. */
  path: string
  /** The date of the announcement as YYYY-MM-DD. */
  announced_on: string
  /** The first day on which the path may be removed. It is at least a year after the announcement. */
  ends_on: string
  /** The URL of a page that says what to use instead. */
  documentation: string
}

/** Every notice in force. The list is empty as long as no path is going to end. */
export const notices: readonly Notice[] = []

const yearMs = 365 * 86_400_000

export function isLongEnough({ announced_on, ends_on }: Notice): boolean {
  return Date.parse(ends_on) - Date.parse(announced_on) >= yearMs
}

/**
 * Returns the headers of RFC 9745 (Deprecation) and RFC 8594 (Sunset) for a path. The result is empty if no notice
 * covers the path.
 */
export function noticeHeaders(
  path: string,
  now: Date,
  currentNotices: readonly Notice[] = notices,
): Record<string, string> {
  const notice = currentNotices.find((item) => path === item.path || path.startsWith(`${item.path}/`))
  if (!notice || now.getTime() < Date.parse(notice.announced_on)) return {}
  return {
    deprecation: `@${Date.parse(notice.announced_on) / 1000}`,
    sunset: new Date(notice.ends_on).toUTCString(),
    link: `<${notice.documentation}>; rel="deprecation"; type="text/html"`,
  }
}
