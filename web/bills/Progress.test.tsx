import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Progress } from './Progress.tsx'

// covers BEY-SESSIONS-05
test('the day of a stage is not shown as the day on which the session ended', () => {
  const html = renderToStaticMarkup(
    <Progress
      bill={{
        status: 'rejected',
        ended_by: 'session',
        jurisdiction: 'ocd-division/country:us/state:az',
        checked_on: null,
        source_url: null,
        legislative_session: {
          identifier: '57th-2nd-regular',
          name: 'Fifty-seventh Legislature',
          end_date: '2026-06-30',
          state: 'ended',
          is_closed: true,
          carry_over: 'no',
          last_day_for_bills: '2026-06-30',
        },
        progress: {
          measure_type: 'bill',
          next: null,
          stages: [
            { stage: 'introduced', state: 'completed', since: '2026-01-12', label: 'Introduced' },
            {
              stage: 'committee',
              state: 'failed',
              since: '2026-02-09',
              label: 'Approved in committee. The session ended',
            },
          ],
        },
      }}
    />,
  )
  expect(html).toContain('Approved in committee</span><time dateTime="2026-02-09">')
  expect(html).toContain('Approved in committee, February 9, 2026.')
  expect(html).toContain('Died when the session ended on June 30, 2026.')
})
