import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract', 'server', 'web', 'db', 'scripts', 'bench'].map(
      (room) => `${room}/**/*.test.{ts,tsx}`,
    ),
    globalSetup: ['server/testing/postgres/postgres.ts'],
    environment: 'node',
    // Two cores, and every file has its own database.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A machine that does ten other things may be late once; what fails twice is wrong.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
