import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'

const browser = await findBrowser()

/**
 * Screens in real Chromium against the whole product. Each file has a server and a database of its own and runs in order, so
 * its tests find the same records in every run. The browser is the one that the dependencies bring; CHROMIUM=installed or
 * CHROMIUM_PATH chooses another (scripts/browser.mjs).
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/database.ts',
  outputDir: 'test-results',
  workers: 2,
  // A machine that does ten other things may be late once; what is red twice is wrong.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    // Requests of a service worker are invisible to page.route. Tests of the worker allow it.
    serviceWorkers: 'block',
    timezoneId: 'America/New_York',
    // Recording every test costs a fifth of the run; a second try is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: browser.path,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
})
