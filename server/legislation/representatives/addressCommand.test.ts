import { afterAll, beforeAll, expect, test } from 'vitest'
import { UsageError } from '#server/platform/cli/command.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { addressCommand } from './addressCommand.ts'

const country = 'ocd-division/country:us'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

async function run(...args: string[]) {
  const lines: string[] = []
  const context = {
    db: app.pool,
    json: true,
    operator: 'tester',
    env: readEnv({}),
    print: (line: string) => void lines.push(line),
    report: () => {},
  }
  return { result: await runArguments([addressCommand], ['address', ...args], context), lines }
}

test('an operator sees which districts an address yields, and which source determined them', async () => {
  // The bundled gazetteer has the districts of the 119th Congress.
  const { result, lines } = await run('1100 Congress Ave,', 'Austin, TX 78701', '--on', '2026-11-29')
  expect(result).toMatchObject({
    precision: 'zip',
    source: 'gazetteer',
    map: 119,
    divisions: [
      country,
      `${country}/state:tx`,
      `${country}/state:tx/county:travis`,
      `${country}/state:tx/cd:37`,
    ],
    candidates: { congressional_district: [], county: [], place: [`${country}/state:tx/place:austin`] },
    representatives: [],
  })
  expect(lines).toContain(
    'Found by its ZIP code, in the bundled gazetteer, on the map of the 119th Congress.',
  )
  expect(lines.join('\n')).toContain('Travis County, TX')

  const lost = await run('Nowhere Lane 12, Nowhere')
  expect(lost.result).toMatchObject({ precision: 'none', divisions: [] })
  expect(lost.lines).toEqual(['We could not match this address to a voting district yet.'])
  await expect(run(' ')).rejects.toThrow(UsageError)
})

// covers HURD-ADDRESS-03
test('an operator asks who represented an address on a day, and an option that does not exist is refused', async () => {
  const division = `${country}/state:co`
  await app.representative('C1', {
    rep_name: 'Ada Wick',
    title: 'U.S. Senator',
    division,
    organization: 'us/senate',
    valid_from: '2009-01-03',
    valid_to: '2015-01-03',
  })
  const address = '18 Lantern Road, Denver, CO 80203'
  const { result, lines } = await run(address, '--on', '2010-06-01')
  expect(result).toMatchObject({
    as_of: '2010-06-01',
    divisions: [country, division],
    representatives: [{ rep_name: 'Ada Wick' }],
  })
  expect(lines).toContain(
    'The districts of 2010-06-01 are not known, so these are the statewide offices only.',
  )
  expect((await run(address)).result).toMatchObject({ representatives: [] })

  for (const day of ['yesterday', '1999-01-01']) {
    await expect(run(address, '--on', day)).rejects.toThrow(
      `--on must be a date such as 2026-01-31, from 2003-01-03 to three years ahead, not "${day}".`,
    )
  }
  await expect(run(address, '--nonsense')).rejects.toThrow(UsageError)
})
