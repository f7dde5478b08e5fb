/**
 * The limits that an operator may set: how much one network may do in an hour, and how much may be read in five
 * minutes. docs/operating.md says what each of them means.
 */
export type LimitSettings = {
  registrations: number
  wrongCodes: number
  passwordResets: number
  reads: number
  anonymousReads: number
  peopleReads: number
}

/** Every limit by what `read` finds for its variable. The usual ones let thirty people of one library register. */
export function readLimitSettings(read: (variable: string, usual: number) => number): LimitSettings {
  return {
    registrations: read('LIMIT_REGISTRATIONS', 60),
    wrongCodes: read('LIMIT_WRONG_CODES', 30),
    passwordResets: read('LIMIT_PASSWORD_RESETS', 30),
    reads: read('LIMIT_READS', 1500),
    anonymousReads: read('LIMIT_ANONYMOUS_READS', 600),
    peopleReads: read('LIMIT_PEOPLE_READS', 300),
  }
}

export const defaultLimits: LimitSettings = readLimitSettings((_variable, usual) => usual)
