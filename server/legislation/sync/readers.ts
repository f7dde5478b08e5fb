import { UsageError } from '#server/platform/cli/command.ts'
import { legistarCity, stateDivision } from '#server/sources/jurisdictions.ts'
import { congressBills, congressPeople, congressVotes } from './congress.ts'
import { legistarAreas, legistarBills, legistarPeople, legistarVotes } from './legistar.ts'
import { openStatesAreas, openStatesBills, openStatesPeople, openStatesVotes } from './openstates.ts'
import type { Reader, SourceName, SyncKind } from './run.ts'
import type { SourceClient } from './sourceClient.ts'

/**
 * Returns the reader of one kind of records.
 *
 * @param only the codes of the states or cities to read. Empty reads all of them.
 * @throws UsageError if the source has no such state or city
 */
export function readerOf(
  what: SyncKind,
  source: SourceName,
  client: SourceClient,
  only: readonly string[],
): Reader {
  switch (source) {
    case 'congress':
      return congressReader(what, client, only)
    case 'openstates':
      return openStatesReader(what, client, only)
    default:
      return legistarReader(what, client, only)
  }
}

function congressReader(what: SyncKind, client: SourceClient, only: readonly string[]): Reader {
  if (only.length > 0) {
    throw new UsageError('--only is for the states of openstates and the cities of legistar.')
  }
  if (what === 'people') return { kind: what, pages: () => congressPeople(client) }
  if (what === 'votes') {
    return { kind: what, pages: (since, position) => congressVotes(client, since, position) }
  }
  return {
    kind: what,
    pages: (since, position) => congressBills(client, since, position),
    jurisdictions: ['ocd-division/country:us'],
  }
}

function openStatesReader(what: SyncKind, client: SourceClient, only: readonly string[]): Reader {
  const areas = only.length > 0 ? only : openStatesAreas
  const unknown = areas.find((area) => !openStatesAreas.includes(area))
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not the postal code of a state.`)
  if (what === 'people') return { kind: what, pages: (position) => openStatesPeople(client, position, areas) }
  if (what === 'votes') {
    return { kind: what, pages: (since, position) => openStatesVotes(client, since, position, areas) }
  }
  return {
    kind: what,
    pages: (since, position) => openStatesBills(client, since, position, areas),
    jurisdictions: areas.flatMap((area) => stateDivision(area) ?? []),
  }
}

function legistarReader(what: SyncKind, client: SourceClient, only: readonly string[]): Reader {
  const areas = only.length > 0 ? only : legistarAreas
  const invalid = areas.find((area) => legistarCity(area)?.client !== area)
  if (invalid !== undefined) throw new UsageError(`"${invalid}" is not the name of a Legistar client.`)
  if (what === 'people') return { kind: what, pages: () => legistarPeople(client, only) }
  if (what === 'votes') {
    return { kind: what, pages: (since, position) => legistarVotes(client, since, position, areas) }
  }
  return {
    kind: what,
    pages: (since, position) => legistarBills(client, since, position, areas),
    jurisdictions: areas.flatMap((area) => legistarCity(area)?.division ?? []),
  }
}
