import { countSetting } from './settingFormats.ts'

/**
 * The limits that an operator can set: actions of one network per hour, and reads per five minutes. docs/operating.md
 * explains each of them.
 */
export type LimitSettings = {
  registrations: number
  wrongCodes: number
  passwordResets: number
  reads: number
  anonymousReads: number
  peopleReads: number
}

/** The default number of registrations lets thirty people in one library register. */
export const defaultLimits: LimitSettings = {
  registrations: 60,
  wrongCodes: 30,
  passwordResets: 30,
  reads: 1500,
  anonymousReads: 600,
  peopleReads: 300,
}

export const limitVariables = {
  LIMIT_REGISTRATIONS: countSetting('LIMIT_REGISTRATIONS', defaultLimits.registrations),
  LIMIT_WRONG_CODES: countSetting('LIMIT_WRONG_CODES', defaultLimits.wrongCodes),
  LIMIT_PASSWORD_RESETS: countSetting('LIMIT_PASSWORD_RESETS', defaultLimits.passwordResets),
  LIMIT_READS: countSetting('LIMIT_READS', defaultLimits.reads),
  LIMIT_ANONYMOUS_READS: countSetting('LIMIT_ANONYMOUS_READS', defaultLimits.anonymousReads),
  LIMIT_PEOPLE_READS: countSetting('LIMIT_PEOPLE_READS', defaultLimits.peopleReads),
}
