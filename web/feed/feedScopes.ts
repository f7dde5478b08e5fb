import { billScopes, type Bill, type BillScope } from '../../contract/bills/bills.ts'
import { linkParameters } from '../kit/paths.ts'

export const scopeLabels: Record<BillScope | 'all', string> = {
  all: 'For you',
  city: 'My city',
  state: 'My state',
  congress: 'Congress',
}

/** The scope in an address; null is the whole feed. */
export function readScope(address: URLSearchParams): BillScope | null {
  return billScopes.find((scope) => scope === address.get('scope')) ?? null
}

/** The query of an address with another scope. The open bill is left out, because it may not be in the scope. */
export function withScope(address: URLSearchParams, scope: BillScope | null): string {
  const next = new URLSearchParams(address)
  for (const name of ['scope', ...linkParameters]) next.delete(name)
  if (scope) next.set('scope', scope)
  return `?${next}`
}

/** Where the bills from other places begin, or -1. */
export function otherPlacesFrom(bills: readonly Bill[]): number {
  return bills.findIndex(
    (bill, index) => index > 0 && bill.reason === null && Boolean(bills[index - 1]?.reason),
  )
}

/** What comes first in a list by relevance. Only what is in the list is named. */
export function relevanceText(bills: readonly Bill[]): string {
  const kinds = new Set(bills.map(({ reason }) => reason?.kind))
  const names = firstKinds.filter(({ kind }) => kinds.has(kind)).map(({ name }) => name)
  const [only] = names
  if (!only) return 'Newest first.'
  const list = listFormat.format(names)
  const verb = names.length === 1 && only === 'Congress' ? 'comes' : 'come'
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} ${verb} first.`
}

const firstKinds = [
  { kind: 'place', name: 'your places' },
  { kind: 'congress', name: 'Congress' },
  { kind: 'topic', name: 'topics you follow' },
] as const

const listFormat = new Intl.ListFormat('en-US')
