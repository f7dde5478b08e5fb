import type { Env } from './env.ts'
import { describeTracing } from './tracingSettings.ts'
import { describeTranslators } from './translatorSettings.ts'

/** Returns the settings by variable name, with secrets masked, for `hurd config`. */
export function describeEnv(env: Env): Record<string, string> {
  return {
    PORT: String(env.port),
    HOST: env.host,
    PUBLIC_ORIGIN: env.publicOrigin,
    INDEX_SHARED_BILLS: onOff(env.indexSharedBills),
    DATA_DIR: env.dataDir,
    DELETION_LEDGER: env.deletionLedger,
    DELETION_LEDGER_KEY: env.deletionLedgerKey ? '***' : '(unset: a secret of the database)',
    DELETION_LEDGER_UNKNOWN_KEYS: env.skipUnknownLedgerKeys ? 'skip' : 'refuse',
    DATABASE_URL: env.databaseUrl ? maskPasswords(env.databaseUrl) : '(unset: embedded PostgreSQL)',
    DATABASE_POOLER: env.databasePooler,
    DATABASE_PREPARE: onOff(env.databasePrepare),
    DATABASE_REPLICA_URL: env.databaseReplicaUrl
      ? maskPasswords(env.databaseReplicaUrl)
      : '(unset: reads go to the main database)',
    RATE_LIMITS: onOff(env.rateLimits),
    ...describeLimits(env.limits),
    MAX_CONNECTIONS: String(env.maxConnections),
    METRICS_TOKEN: env.metricsToken ? '***' : '(unset: no metrics)',
    SLOW_STATEMENT_MS: String(env.slowStatementMs),
    ...describeTracing(env.tracing),
    DRAIN_SECONDS: String(env.drainSeconds),
    PASSWORD_BLOCKLIST: onOff(env.passwordBlocklist),
    DEMO: onOff(env.demo),
    REGISTRATION: env.registration,
    SECTIONS: env.sections.join(', ') || 'none',
    TRUST_PROXY: env.trustProxy.join(', ') || '(none)',
    LOG_LEVEL: env.logLevel,
    SMTP_URL: env.smtpUrl ? maskPasswords(env.smtpUrl) : '(unset: email stays in the outbox)',
    MAIL_FROM: env.mailFrom,
    PUSH_SERVICES: env.pushServices.join(', ') || 'none',
    TRANSLATORS: describeTranslators(env.translators),
    S3_ENDPOINT: env.s3?.endpoint ?? '(unset: pictures in DATA_DIR/uploads)',
    S3_REGION: env.s3?.region ?? '(unset)',
    S3_BUCKET: env.s3?.bucket ?? '(unset)',
    S3_ACCESS_KEY_ID: env.s3?.accessKeyId ?? '(unset)',
    S3_SECRET_ACCESS_KEY: env.s3 ? '***' : '(unset)',
    ...describeSources(env.sources),
    GEOCODER: env.censusGeocoderUrl ? 'census' : 'gazetteer',
    CENSUS_GEOCODER_URL: env.censusGeocoderUrl ?? '(unset)',
    BILL_TEXTS: onOff(env.billTexts),
    PUBLIC_API: onOff(env.publicApi),
    UPDATE_FEED_URL: env.updateFeedUrl ?? '(unset: no check for newer releases)',
    BILL_TEXT_MIRROR: env.billTextMirror ?? '(unset: the sources themselves)',
    NODE_ENV: env.production ? 'production' : '(not production)',
  }
}

function describeLimits(limits: Env['limits']): Record<string, string> {
  return {
    LIMIT_REGISTRATIONS: String(limits.registrations),
    LIMIT_WRONG_CODES: String(limits.wrongCodes),
    LIMIT_PASSWORD_RESETS: String(limits.passwordResets),
    LIMIT_READS: String(limits.reads),
    LIMIT_ANONYMOUS_READS: String(limits.anonymousReads),
    LIMIT_PEOPLE_READS: String(limits.peopleReads),
  }
}

function describeSources(sources: Env['sources']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, { url, key }]) => [
      [`${name.toUpperCase()}_API_URL`, url],
      [`${name.toUpperCase()}_API_KEY`, key ? '***' : '(unset)'],
    ]),
  )
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}

/** Masks the password in a URL. A `password=` parameter is masked too, because PostgreSQL clients accept one. */
export function maskPasswords(url: string): string {
  const masked = new URL(url)
  if (masked.password) masked.password = '***'
  for (const name of masked.searchParams.keys()) {
    if (/pass/i.test(name)) masked.searchParams.set(name, '***')
  }
  return masked.toString()
}
