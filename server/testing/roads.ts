import type { BillStatus } from '#contract/bills/billContent.ts'
import type { MeasureType, Progress } from '#contract/bills/progress.ts'
import { progressOf } from '#server/legislation/bills/parts/progress.ts'
import { actionClass } from '#server/sources/parts/actionClass.ts'

export type Step = [acted_on: string | null, chamber: string | null, description: string]
export type Measure = { source_id: string; bill_code: string; title?: string; measure_type?: MeasureType }

const us = 'ocd-division/country:us'
const cities: Record<string, string> = {
  nyc: '/state:ny/place:new_york',
  boston: '/state:ma/place:boston',
  somerville: '/state:ma/place:somerville',
  sanjose: '/state:ca/place:san_jose',
}

/** Returns the progress of a bill with these actions, whose classes come from their words. */
export function roadOf(measure: Measure, status: BillStatus, steps: Step[]): Progress {
  const [place = ''] = measure.source_id.split('/')
  const city = cities[place]
  return progressOf(
    {
      title: 'Lanterns',
      ...measure,
      jurisdiction: place === 'us' ? us : `${us}${city ?? `/state:${place}`}`,
      government_level: place === 'us' ? 'federal' : city ? 'local' : 'state',
      status,
      created_at: '2025-01-10T00:00:00.000Z',
    },
    steps.map(([acted_on, chamber, description]) => ({
      acted_on,
      chamber,
      description,
      classification: actionClass(description),
    })),
  ).progress
}

export const hr: Measure = { source_id: 'us/119/hr/9901', bill_code: 'H.R. 9901' }
export const hb: Measure = { source_id: 'mi/2025-2026/hb9901', bill_code: 'HB 9901' }
export const passedBoth: Step[] = [
  ['2025-02-01', 'House', 'Passed House, 300–100'],
  ['2025-03-01', 'Senate', 'Passed Senate without amendment by Unanimous Consent.'],
]
