import { afterAll, beforeAll, expect } from 'vitest'

// The setup of every test file outside of `web/`. The files of a worker run one after the other in the same process. If a file
// leaves the process changed, this file fails, instead of a later one.
function stateOfProcess() {
  // The first picture of a process sets this variable, once for all.
  const { FONTCONFIG_FILE: _, ...environment } = process.env
  const { fetch, Date, setTimeout, setInterval } = globalThis
  return { environment, folder: process.cwd(), globals: { fetch, Date, setTimeout, setInterval } }
}

let before: ReturnType<typeof stateOfProcess>
beforeAll(() => {
  before = stateOfProcess()
})
afterAll(() =>
  expect(stateOfProcess(), 'This file changed the process for the files after it').toEqual(before),
)
