/** That a path of the public API will end. The API keeps working until then. */
export type Notice = {
  /** "/api/public/v1/bills", and everything below it. */
  path: string
  /** YYYY-MM-DD. */
  announced_on: string
  /** The first day on which the path may be gone, at least a year later. */
  ends_on: string
  /** What to use instead. */
  documentation: string
}

/** Every notice in force. Empty while nothing is to end. */
export const notices: readonly Notice[] = []

const yearMs = 365 * 86_400_000

export function isLongEnough({ announced_on, ends_on }: Notice): boolean {
  return Date.parse(ends_on) - Date.parse(announced_on) >= yearMs
}

/** The headers of RFC 9745 (Deprecation) and RFC 8594 (Sunset) for a path; none without a notice. */
export function noticeHeaders(
  path: string,
  now: Date,
  given: readonly Notice[] = notices,
): Record<string, string> {
  const notice = given.find((one) => path === one.path || path.startsWith(`${one.path}/`))
  if (!notice || now.getTime() < Date.parse(notice.announced_on)) return {}
  return {
    deprecation: `@${Date.parse(notice.announced_on) / 1000}`,
    sunset: new Date(notice.ends_on).toUTCString(),
    link: `<${notice.documentation}>; rel="deprecation"; type="text/html"`,
  }
}
