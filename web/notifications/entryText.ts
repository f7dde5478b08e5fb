import { plural, t } from '#contract/kit/translate.ts'
import { formatDate } from '#web/kit/format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats the age of a notification like "JUST NOW", "5 MINS AGO" or "1 DAY AGO". After 7 days it is the date. */
export function timeAgoInCapitals(time: string, now = Date.now()): string {
  const age = now - Date.parse(time)
  if (age < minute) {
    return t('JUST NOW')
  }
  if (age >= 7 * day) {
    return formatDate(time)
  }
  if (age < hour) {
    return plural(Math.floor(age / minute), '{n} MIN AGO|{n} MINS AGO')
  }
  return age < day
    ? plural(Math.floor(age / hour), '{n} HOUR AGO|{n} HOURS AGO')
    : plural(Math.floor(age / day), '{n} DAY AGO|{n} DAYS AGO')
}

/** Removes the last word of a text that the server has cut, because it may be incomplete, and appends "…". */
export function cutAtWord(text: string): string {
  const wholeWords = text.replace(/\s+\S*$/u, '').replace(/[\s.,;:–-]+$/u, '')
  return `${wholeWords}…`
}

/** Returns a text whole, or cut at a word if it is at least this long. */
export function beginningOf(text: string, length: number): string {
  return text.length >= length ? cutAtWord(text.slice(0, length)) : text
}
