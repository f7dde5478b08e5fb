export type Browser = {
  /** The program. */
  path: string
  /** Where it came from, in words. */
  source: string
  args: string[]
  /** To be added to the browser's environment. */
  env: Record<string, string>
}

/** Throws one clear sentence when there is none. Unpacking the one from npm takes some seconds, once. */
export function findBrowser(): Promise<Browser>
