import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeEnv } from './describeEnv.ts'
import { readEnv } from './env.ts'
import { EnvVariables } from './envVariables.ts'
import { defaultPushServices } from './pushServices.ts'

test('without any variable Hurd serves one machine with its own database and the demo data', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:3000',
    indexSharedBills: false,
    dataDir: resolve('data'),
    deletionLedger: resolve('data/deletions.ledger'),
    deletionLedgerKey: null,
    skipUnknownLedgerKeys: false,
    databaseUrl: null,
    databasePooler: 'none',
    databasePrepare: true,
    databaseReplicaUrl: null,
    rateLimits: true,
    limits: {
      registrations: 60,
      wrongCodes: 30,
      passwordResets: 30,
      reads: 1500,
      anonymousReads: 600,
      peopleReads: 300,
    },
    maxConnections: 5000,
    metricsToken: null,
    slowStatementMs: 500,
    tracing: null,
    drainSeconds: 0,
    passwordBlocklist: true,
    demo: true,
    registration: 'code',
    sections: ['elections', 'news'],
    trustProxy: [],
    logLevel: 'info',
    smtpUrl: null,
    censusGeocoderUrl: null,
    mailFrom: 'Hurd <no-reply@localhost>',
    pushServices: defaultPushServices,
    translators: {},
    s3: null,
    sources: {
      congress: { url: 'https://api.congress.gov/v3', key: null },
      openstates: { url: 'https://v3.openstates.org', key: null },
      legistar: { url: 'https://webapi.legistar.com/v1', key: null },
    },
    billTexts: true,
    publicApi: true,
    updateFeedUrl: null,
    billTextMirror: null,
    production: false,
  })
})

const wrong: [name: string, value: string][] = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'key'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['HOST', '256.1.1'],
  ['HOST', 'my host'],
  ['PUBLIC_ORIGIN', 'hurd.example'],
  ['PUBLIC_ORIGIN', 'https://hurd.example/app'],
  ['PUBLIC_ORIGIN', 'ftp://hurd.example'],
  ['PUBLIC_ORIGIN', 'https://ann:secret@hurd.example'],
  ['DATA_DIR', 'a\0b'],
  ['DATABASE_URL', 'mysql://db/hurd'],
  ['DATABASE_URL', 'postgres://db'],
  ['DATABASE_URL', 'db.example'],
  ['DATABASE_POOLER', 'session'],
  ['REGISTRATION', 'closed'],
  ['SECTIONS', 'elections,sports'],
  ['DATABASE_PREPARE', 'yes'],
  ['DATABASE_REPLICA_URL', 'postgres://db'],
  ['CONGRESS_API_URL', 'api.congress.gov'],
  ['OPENSTATES_API_URL', 'https://ann:secret@states.example'],
  ['LEGISTAR_API_URL', 'https://city.example/v1?token=s3cret'],
  ['CONGRESS_API_KEY', 'two words'],
  ['RATE_LIMITS', 'no'],
  ['LIMIT_REGISTRATIONS', '0'],
  ['LIMIT_READS', '1e3'],
  ['MAX_CONNECTIONS', 'many'],
  ['METRICS_TOKEN', 'short'],
  ['SLOW_STATEMENT_MS', '1s'],
  ['DRAIN_SECONDS', '1m'],
  ['PASSWORD_BLOCKLIST', 'false'],
  ['DEMO', '1'],
  ['TRUST_PROXY', 'loopback'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1, proxy.example'],
  ['LOG_LEVEL', 'verbose'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://mail.example/queue'],
  ['GEOCODER', 'google'],
  ['CENSUS_GEOCODER_URL', 'geocoder.example'],
  ['CENSUS_GEOCODER_URL', 'https://geocoder.example/?key=1'],
  ['UPDATE_FEED_URL', 'releases.example'],
  ['MAIL_FROM', 'Hurd'],
  ['MAIL_FROM', 'a@hurd.example, b@hurd.example'],
  ['MAIL_FROM', 'Hurd <a@hurd.example>\r\nBcc: b@hurd.example'],
  ['MAIL_FROM', 'Hurd\u2028 <a@hurd.example>'],
]

const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'hurd-pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 's3cret',
}

test('the error names the S3 setting that is missing or wrong', () => {
  for (const name of Object.keys(s3)) {
    expect(() => readEnv({ ...s3, [name]: '' })).toThrow(new RegExp(`^${name} must be set`))
  }
  for (const wrong of [
    { S3_ENDPOINT: 's3.example' },
    { S3_ENDPOINT: 'https://a:b@s3.example' },
    { S3_BUCKET: 'a/b' },
  ]) {
    expect(() => readEnv({ ...s3, ...wrong })).toThrow(new RegExp(`^${Object.keys(wrong)[0]} must`))
  }
  expect(readEnv(s3).s3).toMatchObject({ endpoint: 'https://s3.example', region: 'us-east-1' })
})

test.each(wrong)('%s=%s is refused with one sentence that names the variable', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} [^\n]*\\.$`))
})

test.each(['RATE_LIMITS', 'PASSWORD_BLOCKLIST'])('%s=off is refused in production', (name) => {
  expect(readEnv({ [name]: 'off' })).toBeTruthy()
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' }
  expect(() => readEnv({ ...production, [name]: 'off' })).toThrow(
    `${name}=off is refused when NODE_ENV=production.`,
  )
})

// covers HURD-PUSH-06 HURD-PUSH-13
test('push services are hosts, and only outside production the address of one for tests', () => {
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' }
  expect(readEnv({ PUSH_SERVICES: 'none' }).pushServices).toEqual([])
  const own = 'push.example, *.notify.example'
  expect(readEnv({ ...production, PUSH_SERVICES: own }).pushServices).toEqual([
    'push.example',
    '*.notify.example',
  ])
  const forTests = 'http://127.0.0.1:4000'
  expect(readEnv({ PUSH_SERVICES: forTests }).pushServices).toEqual([forTests])
  for (const origin of [forTests, 'https://10.0.0.1']) {
    expect(() => readEnv({ ...production, PUSH_SERVICES: `push.example,${origin}` })).toThrow(
      `PUSH_SERVICES=${origin} is refused when NODE_ENV=production.`,
    )
  }
  for (const text of [
    '10.0.0.1',
    '*',
    '*.*',
    'localhost',
    'https://push.example/path',
    'push.example,',
    'a b',
  ]) {
    expect(() => readEnv({ PUSH_SERVICES: text })).toThrow(/^PUSH_SERVICES must be a list of hosts /)
  }
})

test('the demo is off in production and with DATABASE_URL, and it cannot be turned on in production', () => {
  expect(readEnv({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' }).demo).toBe(false)
  expect(readEnv({ DATABASE_URL: 'postgres://db/hurd' }).demo).toBe(false)
  expect(readEnv({ DATABASE_URL: 'postgres://db/hurd', DEMO: 'on' }).demo).toBe(true)
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' }
  expect(() => readEnv({ ...production, DEMO: 'on' })).toThrow('DEMO=on is refused')
})

test('production requires PUBLIC_ORIGIN, because links would lead to localhost', () => {
  expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/^PUBLIC_ORIGIN must be set [^\n]*\.$/)
  expect(() => readEnv({ NODE_ENV: 'production', PUBLIC_ORIGIN: ' ' })).toThrow(/^PUBLIC_ORIGIN must be set/)
})

const inProduction = (PUBLIC_ORIGIN: string) => readEnv({ NODE_ENV: 'production', PUBLIC_ORIGIN })

// covers HURD-ORIGIN-01
test('production refuses a PUBLIC_ORIGIN with http unless it is the own machine', () => {
  for (const origin of [
    'http://hurd.example',
    'http://10.0.0.1:3000',
    'http://localhost.example',
    'http://1270.0.0.1.example',
  ]) {
    expect(() => inProduction(origin)).toThrow(/^PUBLIC_ORIGIN must begin with https:\/\/ [^\n]*\.$/)
    expect(readEnv({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
  }
  for (const origin of [
    'https://hurd.example',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]) {
    expect(inProduction(origin).publicOrigin).toBe(origin)
  }
})

test('an operator can set every limit, and the default lets thirty people in one library register', () => {
  const env = readEnv({ LIMIT_REGISTRATIONS: '200', LIMIT_READS: '5000', MAX_CONNECTIONS: '900' })
  expect(env).toMatchObject({
    limits: { registrations: 200, reads: 5000, wrongCodes: 30 },
    maxConnections: 900,
  })
  expect(describeEnv(env)).toMatchObject({ LIMIT_REGISTRATIONS: '200', LIMIT_PASSWORD_RESETS: '30' })
  expect(readEnv({}).limits.registrations).toBeGreaterThanOrEqual(30)
})

test('valid values are read, and an empty value counts as unset', () => {
  const env = readEnv({
    PORT: '0',
    HOST: '::1',
    PUBLIC_ORIGIN: 'https://hurd.example/',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    DEMO: '',
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'Hurd of Springfield <mail@hurd.example>',
  })
  expect(readEnv({ GEOCODER: 'census' }).censusGeocoderUrl).toBe('https://geocoding.geo.census.gov/geocoder')
  const localGeocoder = { GEOCODER: 'census', CENSUS_GEOCODER_URL: 'http://127.0.0.1:5000/geocoder/' }
  expect(readEnv(localGeocoder).censusGeocoderUrl).toBe('http://127.0.0.1:5000/geocoder')
  expect(env).toMatchObject({
    port: 0,
    host: '::1',
    publicOrigin: 'https://hurd.example',
    trustProxy: ['10.0.0.0/8', '::1'],
    demo: true,
    smtpUrl: 'smtp://localhost:2525',
    mailFrom: 'Hurd of Springfield <mail@hurd.example>',
  })
  expect(readEnv({ PUBLIC_ORIGIN: 'https://hurd.example' }).mailFrom).toBe('Hurd <no-reply@hurd.example>')
})

test('the keys of live sources are masked, and their URLs lose the trailing slash', () => {
  const env = readEnv({ CONGRESS_API_KEY: 's3cret', OPENSTATES_API_URL: 'http://127.0.0.1:4000/v3/' })
  expect(env.sources.openstates).toEqual({ url: 'http://127.0.0.1:4000/v3', key: null })
  const shown = describeEnv(env)
  expect(shown).toMatchObject({ CONGRESS_API_KEY: '***', OPENSTATES_API_KEY: '(unset)' })
  expect(JSON.stringify(shown)).not.toContain('s3cret')
})

test('a replica needs its own database, and its password is masked', () => {
  const replica = 'postgres://hurd:s3cret@standby:5432/hurd'
  expect(() => readEnv({ DATABASE_REPLICA_URL: replica })).toThrow(/^DATABASE_REPLICA_URL needs DATABASE_URL/)
  const env = readEnv({ DATABASE_URL: 'postgres://db/hurd', DATABASE_REPLICA_URL: replica })
  expect(env.databaseReplicaUrl).toBe(replica)
  expect(describeEnv(env)['DATABASE_REPLICA_URL']).toBe('postgres://hurd:***@standby:5432/hurd')
})

test('no password is shown, either in the settings or in an error message', () => {
  const shown = describeEnv(readEnv({ DATABASE_URL: 'postgres://hurd:s3cret@db:5432/hurd?password=s3cret' }))
  expect(shown['DATABASE_URL']).toBe('postgres://hurd:***@db:5432/hurd?password=***')
  expect(() => readEnv({ DATABASE_URL: 'postgres://hurd:s3cret@db' })).toThrow(/^(?!.*s3cret)/)

  const others = JSON.stringify(describeEnv(readEnv({ ...s3, SMTP_URL: 'smtps://hurd:s3cret@mail.example' })))
  expect(others).toContain('smtps://hurd:***@mail.example')
  expect(others).not.toContain('s3cret')
  expect(() => readEnv({ SMTP_URL: 'mail://hurd:s3cret@db' })).toThrow(/^(?!.*s3cret)/)
})

test('behind a pooler, statements are prepared only if the operator turns it on', () => {
  expect(readEnv({ DATABASE_POOLER: 'transaction' })).toMatchObject({
    databasePooler: 'transaction',
    databasePrepare: false,
  })
  expect(readEnv({ DATABASE_POOLER: 'transaction', DATABASE_PREPARE: 'on' }).databasePrepare).toBe(true)
  expect(readEnv({ DATABASE_PREPARE: 'off' }).databasePrepare).toBe(false)
})

test('hurd config shows every variable, and docs/operating.md has a row for each', () => {
  const names = Object.keys(EnvVariables.shape)
  expect(Object.keys(describeEnv(readEnv({}))).toSorted()).toEqual(names.toSorted())
  const docs = readFileSync('docs/operating.md', 'utf8')
  expect(names.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
})

test('a base URL with a query is refused for that reason', () => {
  const feed = { UPDATE_FEED_URL: 'https://releases.example/latest.json?channel=stable' }
  expect(() => readEnv(feed)).toThrow(/^UPDATE_FEED_URL must .*, without a query\.$/)
})

test('the error names the wrong entry of TRUST_PROXY', () => {
  expect(() => readEnv({ TRUST_PROXY: '10.0.0.1, proxy.example' })).toThrow('not "proxy.example".')
})
