import type { ActionClass } from '#contract/bills/progress.ts'
import { federalEvent } from '#server/sources/status/statusFederal.ts'
import { stateEvents, type StateAction } from '#server/sources/status/statusStates.ts'
import { actionClass } from './actionClass.ts'
import { classOfEvent, classOfFederalEvent } from './eventClass.ts'

export type Step = {
  date: string
  text: string
  chamber: string | null
  /** The class of the action, from its words and from what it means for the status. */
  classification: ActionClass
}

/** Returns the actions with their class and the chamber that acted, which can differ from the one that recorded them. */
export function classified(actions: readonly (StateAction & { date: string })[], place: string): Step[] {
  const events = place === 'us' ? [] : stateEvents(actions, place)
  return actions.map(({ date, text, classes, body }, index) => {
    const byWords = actionClass(text, classes)
    const event = events[index]
    return {
      date,
      text,
      chamber: chamberName(place, event?.body ?? body),
      classification: event
        ? classOfEvent(byWords, event.event, text)
        : classOfFederalEvent(byWords, federalEvent({ text, code: '' }), text),
    }
  })
}

export function chamberName(place: string, body: string): string | null {
  if (body === 'upper') return 'Senate'
  if (body === 'lower') return ['ca', 'ny', 'wi', 'nv', 'nj'].includes(place) ? 'Assembly' : 'House'
  if (body === 'executive') return place === 'us' ? 'President' : place === 'dc' ? 'Mayor' : 'Governor'
  return body === 'legislature' ? 'Legislature' : null
}
