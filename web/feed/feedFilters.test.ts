import { expect, test } from 'vitest'
import {
  activeFilters,
  readFilters,
  matchesLocally,
  exactCodeFirst,
  noFilters,
  withFilters,
  type Filters,
} from './feedFilters.ts'

const all: Filters = {
  scope: null,
  level: 'state',
  topics: ['health', 'law'],
  status: 'passed',
  trending: true,
  bookmarked: true,
  past: true,
  keyword: 'bus',
}

test('filters that are written to a URL are read back unchanged', () => {
  const address = withFilters(new URLSearchParams('tab=feed'), all)
  expect(readFilters(address)).toEqual(all)
  expect(address.get('tab')).toBe('feed')
  expect(withFilters(address, noFilters).toString()).toBe('tab=feed')
})

test('a view has a level of its own, so an address never names both', () => {
  const address = withFilters(new URLSearchParams('level=state'), { ...noFilters, scope: 'state' })
  expect(address.toString()).toBe('scope=state')
  expect(readFilters(new URLSearchParams('scope=state&level=state'))).toEqual({
    ...noFilters,
    scope: 'state',
  })
  expect(activeFilters({ ...noFilters, scope: 'state' })).toEqual([])
})

test('the feed ignores unknown values in a URL', () => {
  const address = new URLSearchParams(
    'level=county&status=lost&trending=yes&topics=&topics=Health-Care&q=%20%20',
  )
  expect(readFilters(address)).toEqual({ ...noFilters, topics: ['health_care'] })
})

// covers CIV-FILTERS-20 CIV-FILTERS-21 CIV-FILTERS-22 CIV-FILTERS-23 CIV-FILTERS-24 CIV-FILTERS-25
test('each filter and each topic counts as one and can be removed without the others', () => {
  const singles: Partial<Filters>[] = [
    { topics: ['health'] },
    { level: 'local' },
    { status: 'pending' },
    { trending: true },
    { bookmarked: true },
    { past: true },
    { keyword: 'bus' },
  ]
  for (const single of singles) {
    const active = activeFilters({ ...noFilters, ...single })
    expect(active).toHaveLength(1)
    expect(active[0]?.without).toEqual(noFilters)
  }
  expect(activeFilters(all)).toHaveLength(8)
  expect(activeFilters(noFilters)).toEqual([])
})

const loadedBill = (bill_code: string, title: string, is_bookmarked = false) => ({
  bill_code,
  title,
  summary: '',
  is_bookmarked,
})

// covers CIV-FILTERS-14 CIV-FILTERS-15
test('loaded bills are filtered by keyword and bookmark as on the server, with an exact code first', () => {
  const bills = [loadedBill('H.R. 220', 'Ports Act'), loadedBill('H.R. 22', 'Rivers Act', true)]
  const matching = (filters: Partial<Filters>) =>
    bills.filter((bill) => matchesLocally(bill, { ...noFilters, ...filters }))
  expect(matching({ keyword: 'RIVÉRS' })).toEqual([bills[1]])
  expect(matching({ keyword: '%' })).toEqual([])
  expect(matching({ bookmarked: true })).toEqual([bills[1]])
  expect(matching({})).toEqual(bills)
  expect(exactCodeFirst(matching({ keyword: 'hr22' }), 'hr22')).toEqual([bills[1], bills[0]])
  expect(exactCodeFirst(bills, '')).toEqual(bills)
})
