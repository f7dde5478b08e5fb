import { locale } from '#contract/kit/translate.ts'

/** Formats the day of a time without the year, like "November 20". The time zone is the reader's if none is given. */
export function monthAndDay(time: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale(), { month: 'long', day: 'numeric', timeZone }).format(new Date(time))
}
