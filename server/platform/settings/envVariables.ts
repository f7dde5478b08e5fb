import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { registrations, sections, type Section } from '#contract/branding/pageBranding.ts'
import { limitVariables } from './limitSettings.ts'
import { isAddressOrNetwork } from './networks.ts'
import { parsePushServices, defaultPushServices } from './pushServices.ts'
import * as formats from './settingFormats.ts'
import { tracingVariables } from './tracingSettings.ts'
import { parseTranslators } from './translatorSettings.ts'

/** The base URLs of the live sources and of the geocoder, unless a setting names another. */
const publicServices = {
  congress: 'https://api.congress.gov/v3',
  openstates: 'https://v3.openstates.org',
  legistar: 'https://webapi.legistar.com/v1',
  census: 'https://geocoding.geo.census.gov/geocoder',
}

/** The hosts that may resolve to public addresses only. The operator named every other host in a setting. */
export const publicHosts: ReadonlySet<string> = new Set(
  Object.values(publicServices).map((url) => new URL(url).hostname),
)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Every setting. Unset ones without a default are null. envFile.ts reads the variables that name files of settings.
 */
export const EnvVariables = z.object({
  PORT: formats.setting(
    '3000',
    formats.parsePort,
    (text) => `PORT must be a whole number from 0 to 65535, not "${text}".`,
  ),
  HOST: formats.setting(
    '127.0.0.1',
    formats.parseHost,
    (text) => `HOST must be an IP address or a host name, not "${text}".`,
  ),
  PUBLIC_ORIGIN: formats.optionalSetting(
    formats.parseOrigin,
    'PUBLIC_ORIGIN must be a URL such as https://hurd.example, without a path.',
  ),
  INDEX_SHARED_BILLS: formats.switchSetting('INDEX_SHARED_BILLS', 'off'),
  DATA_DIR: formats.setting(
    'data',
    (text) => (text.includes('\0') ? null : resolve(text)),
    'DATA_DIR must be the path of a folder.',
  ),
  DELETION_LEDGER: formats.optionalSetting(
    (text) => (text.includes('\0') ? null : resolve(text)),
    'DELETION_LEDGER must be the path of a file.',
  ),
  DELETION_LEDGER_KEY: formats.optionalSetting(
    (text) => (text.length >= 32 ? text : null),
    'DELETION_LEDGER_KEY must have at least 32 characters.',
  ),
  DELETION_LEDGER_UNKNOWN_KEYS: formats.choiceSetting('DELETION_LEDGER_UNKNOWN_KEYS', ['refuse', 'skip']),
  DATABASE_URL: formats.databaseUrlSetting('DATABASE_URL'),
  DATABASE_POOLER: formats.choiceSetting('DATABASE_POOLER', ['none', 'transaction']),
  DATABASE_PREPARE: formats.optionalSwitch('DATABASE_PREPARE'),
  DATABASE_REPLICA_URL: formats.databaseUrlSetting('DATABASE_REPLICA_URL'),
  RATE_LIMITS: formats.switchSetting('RATE_LIMITS', 'on'),
  ...limitVariables,
  METRICS_TOKEN: formats.optionalSetting(
    (text) => (/^[\w.~+/-]{32,}$/.test(text) ? text : null),
    'METRICS_TOKEN must have at least 32 letters, digits or characters of . _ ~ + / -.',
  ),
  SLOW_STATEMENT_MS: formats.setting(
    '500',
    (text) => (/^\d{1,6}$/.test(text) ? Number(text) : null),
    (text) => `SLOW_STATEMENT_MS must be a whole number from 0 to 999999, not "${text}".`,
  ),
  ...tracingVariables,
  DRAIN_SECONDS: formats.setting(
    '0',
    (text) => (/^\d{1,2}$/.test(text) ? Number(text) : null),
    (text) => `DRAIN_SECONDS must be a whole number from 0 to 99, not "${text}".`,
  ),
  MAX_CONNECTIONS: formats.countSetting('MAX_CONNECTIONS', 5000),
  PASSWORD_BLOCKLIST: formats.switchSetting('PASSWORD_BLOCKLIST', 'on'),
  DEMO: formats.optionalSwitch('DEMO'),
  REGISTRATION: formats.choiceSetting('REGISTRATION', registrations),
  SECTIONS: formats.optionalSetting(
    parseSections,
    'SECTIONS must be a list of elections and news, separated by commas, or none.',
  ),
  TRUST_PROXY: formats.setting('', formats.parseProxies, (text) => {
    const wrong = formats.splitProxies(text).find((proxy) => !isAddressOrNetwork(proxy))
    return `TRUST_PROXY must list IP addresses or networks such as 10.0.0.0/8, not "${wrong}".`
  }),
  LOG_LEVEL: formats.setting(
    'info',
    (text) => logLevels.find((level) => level === text) ?? null,
    (text) => `LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`,
  ),
  SMTP_URL: formats.serverUrlSetting(
    /^smtps?:$/,
    /^\/?$/,
    'SMTP_URL must look like smtp://user:password@host:587, or smtps:// for implicit TLS.',
  ),
  MAIL_FROM: formats.optionalSetting(
    formats.parseSender,
    'MAIL_FROM must be an address, or look like: Hurd <no-reply@hurd.example>.',
  ),
  PUSH_SERVICES: formats.setting(
    defaultPushServices.join(','),
    parsePushServices,
    'PUSH_SERVICES must be a list of hosts such as fcm.googleapis.com or *.push.apple.com, separated by commas, or none.',
  ),
  TRANSLATORS: formats.setting(
    '',
    parseTranslators,
    'TRANSLATORS must look like: es-en=/usr/bin/apertium -u spa-eng; en-es=/usr/bin/apertium -u eng-spa.',
  ),
  S3_ENDPOINT: formats.optionalBaseUrl('S3_ENDPOINT', 'https://s3.us-east-1.amazonaws.com'),
  S3_REGION: formats.setting('us-east-1', (text) => text, 'S3_REGION must be the name of a region.'),
  S3_BUCKET: formats.optionalSetting(
    (text) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(text) ? text : null),
    (text) => `S3_BUCKET must be the name of a bucket, not "${text}".`,
  ),
  S3_ACCESS_KEY_ID: formats.optionalSetting((text) => text, 'S3_ACCESS_KEY_ID must be a key.'),
  S3_SECRET_ACCESS_KEY: formats.optionalSetting((text) => text, 'S3_SECRET_ACCESS_KEY must be a key.'),
  CONGRESS_API_URL: formats.baseUrlSetting('CONGRESS_API_URL', publicServices.congress),
  CONGRESS_API_KEY: formats.keySetting('CONGRESS_API_KEY'),
  OPENSTATES_API_URL: formats.baseUrlSetting('OPENSTATES_API_URL', publicServices.openstates),
  OPENSTATES_API_KEY: formats.keySetting('OPENSTATES_API_KEY'),
  LEGISTAR_API_URL: formats.baseUrlSetting('LEGISTAR_API_URL', publicServices.legistar),
  LEGISTAR_API_KEY: formats.keySetting('LEGISTAR_API_KEY'),
  GEOCODER: formats.choiceSetting('GEOCODER', ['gazetteer', 'census']),
  CENSUS_GEOCODER_URL: formats.baseUrlSetting('CENSUS_GEOCODER_URL', publicServices.census),
  BILL_TEXTS: formats.switchSetting('BILL_TEXTS', 'on'),
  PUBLIC_API: formats.switchSetting('PUBLIC_API', 'on'),
  UPDATE_FEED_URL: formats.optionalBaseUrl('UPDATE_FEED_URL', 'https://releases.example/latest.json'),
  BILL_TEXT_MIRROR: formats.optionalBaseUrl('BILL_TEXT_MIRROR', 'https://mirror.example/texts'),
  NODE_ENV: formats.optionalSetting((text) => text, 'NODE_ENV must be a word.'),
})

export type EnvVariables = z.output<typeof EnvVariables>

function parseSections(text: string): Section[] | null {
  if (text === 'none') return []
  const names = text.split(',').map((name) => name.trim())
  const knownSections = sections.filter((section) => names.includes(section))
  return knownSections.length === new Set(names).size ? knownSections : null
}
