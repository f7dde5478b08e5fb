import { expect, test } from 'vitest'
import type { Bill } from '../../contract/bills.ts'
import { followedTopicsFirst } from './followedTopicsFirst.ts'

function bill(title: string, created_at: string, topics: string[]): Bill {
  return {
    bill_id: title,
    bill_code: title,
    title,
    summary: '',
    topics,
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'introduced',
    created_at,
    source_url: null,
    formatted_text: null,
    bill_sections: null,
    full_text: null,
    user_stance: null,
    activity_score: 0,
    is_bookmarked: false,
    is_local: false,
    discussion_count: 0,
    local_count: null,
    support_count: 0,
    oppose_count: 0,
    neutral_count: 0,
    learning_count: 0,
  }
}

const page = [
  bill('older other', '2026-01-01T00:00:00.000Z', ['law']),
  bill('older followed', '2026-01-02T00:00:00.000Z', ['health_care']),
  bill('newer other', '2026-03-01T00:00:00.000Z', ['animals']),
  bill('newer followed', '2026-02-01T00:00:00.000Z', ['law', 'Health Care']),
]

const titles = (bills: Bill[]) => bills.map(({ title }) => title)

// covers CIV-FEED-07 CIV-FEED-08 CIV-FEED-09
test('bills with a followed topic come first, newest first in each part, however the topic is spelled', () => {
  const expected = ['newer followed', 'older followed', 'newer other', 'older other']
  for (const spelling of ['health-care', 'health_care', 'HEALTH CARE']) {
    expect(titles(followedTopicsFirst(page, [spelling]))).toEqual(expected)
  }
})

test('without followed topics the newest bill comes first, and the page itself is not changed', () => {
  const before = titles(page)
  expect(titles(followedTopicsFirst(page, []))).toEqual([
    'newer other',
    'newer followed',
    'older followed',
    'older other',
  ])
  expect(titles(page)).toEqual(before)
})
