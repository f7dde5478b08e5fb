import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Stage } from '#contract/bills/progress.ts'
import { BillHistory } from './BillHistory.tsx'

/** Returns the heading of the steps of a stage whose label in the progress is this. */
function headingOf(stage: Stage['stage'], label: string): string | undefined {
  const step = {
    acted_on: '2026-03-02',
    chamber: null,
    description: 'A step',
    classification: 'other',
    stage,
    vote_event_id: null,
  } as const
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BillHistory
        bill={{
          bill_id: 'a-bill',
          history: { steps: [step], step_count: 1 },
          progress: {
            measure_type: 'bill',
            next: null,
            stages: [{ stage, state: 'completed', since: '2026-03-02', label }],
          },
        }}
      />
    </QueryClientProvider>,
  )
  return /<h3>(.*?)<\/h3>/.exec(html)?.[1]
}

// covers BEY-ANATOMY-09
test('the heading of a stage names its chamber or office, whatever came last there', () => {
  expect(headingOf('first_chamber', 'House')).toBe('House')
  expect(headingOf('first_chamber', 'Passed the House. The session ended')).toBe('House')
  expect(headingOf('second_chamber', 'Tabled in the Senate')).toBe('Senate')
  expect(headingOf('second_chamber', 'Both chambers agreed')).toBe('In the second chamber')
  expect(headingOf('executive', 'President')).toBe('President')
  expect(headingOf('executive', 'Signed by the President')).toBe('President')
  expect(headingOf('executive', 'Vetoed by the Governor; the House did not override it')).toBe('Governor')
  expect(headingOf('executive', 'Died after it was sent to the Mayor')).toBe('Mayor')
})
