export type Browser = {
  /** The program. */
  path: string
  /** Where the program comes from, as text for people. */
  source: string
  args: string[]
  /** To be added to the browser's environment. */
  env: Record<string, string>
}

/**
 * Finds the Chromium for the tests, or throws an error that says in one sentence why there is none. The first call unpacks the
 * Chromium of the dependencies, which takes some seconds.
 */
export function findBrowser(): Promise<Browser>
