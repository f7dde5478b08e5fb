import { defineConfig } from 'vitest/config'

const testsIn = (...layers: string[]) => layers.map((layer) => `${layer}/**/*.test.{ts,tsx}`)

export default defineConfig({
  test: {
    environment: 'node',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: testsIn('contract', 'server', 'db', 'scripts', 'bench'),
          globalSetup: ['server/testing/postgres/postgres.ts'],
          // The files of a worker share its process and modules, as the requests to a server do. Loading and compiling
          // the server for each file took as long as the tests.
          isolate: false,
          setupFiles: ['server/testing/sharedProcess.ts'],
        },
      },
      // The modules of the browser hold the state of one page.
      { extends: true, test: { name: 'web', include: testsIn('web') } },
    ],
    // One more than two cores, because tests wait a third of their time for commands and time limits.
    maxWorkers: 3,
    // These limits end what hangs. They are no limits of speed: many tests start the product as a command several times.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // A busy machine can exceed a time limit once. A test that fails twice is wrong.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
