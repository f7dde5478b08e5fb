import { UnusableRecord } from '../bills/importedBill.ts'
import { dateIn, textIn } from '../externalJson.ts'

type Start = { starts_at: string | null; starts_local: string | null; starts_on: string | null }

/** The start of an event from one field: with an offset, as local time, or as a day only. */
export function startOf(value: unknown, isAllDay = false): Start {
  const text = textIn(value)
  const day = dateIn(text)
  if (!day) throw new UnusableRecord('The record has no date.')
  const [, time] = /^\d{4}-?\d\d-?\d\d[T ](\d\d:\d\d)/.exec(text) ?? []
  if (isAllDay || time === undefined) return { starts_at: null, starts_local: null, starts_on: day }
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text)) {
    const moment = new Date(text.replace(' ', 'T'))
    if (Number.isNaN(moment.getTime())) throw new UnusableRecord(`"${text}" is not a time.`)
    return { starts_at: moment.toISOString(), starts_local: null, starts_on: null }
  }
  return { starts_at: null, starts_local: `${day}T${time}`, starts_on: null }
}

/** The start of an event whose date and time are two fields: "2026-06-03" and "1:30 PM" or "13:30". */
export function startOfFields(date: unknown, time: unknown): Start {
  const day = dateIn(date)
  if (!day) throw new UnusableRecord('The record has no date.')
  const [, hours, minutes, half] = /^(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])?\.?m?\.?/i.exec(textIn(time)) ?? []
  const wholeDay = { starts_at: null, starts_local: null, starts_on: day }
  if (hours === undefined || minutes === undefined) return wholeDay
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59) return wholeDay
  return {
    starts_at: null,
    starts_local: `${day}T${String(hour).padStart(2, '0')}:${minutes}`,
    starts_on: null,
  }
}
