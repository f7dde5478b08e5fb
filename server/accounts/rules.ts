/** The settings that accounts go by; names and defaults in docs/operating.md. */
export type AccountRules = { rateLimits: boolean; passwordBlocklist: boolean; publicOrigin: string }
