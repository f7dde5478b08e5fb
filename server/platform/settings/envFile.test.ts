import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEnv } from './describeEnv.ts'
import { readEnv } from './env.ts'
import { secretSettings, withEnvFile } from './envFile.ts'
import { EnvVariables } from './envVariables.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hurd-env-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

/** A valid value of each setting that holds a secret. */
const values: Record<(typeof secretSettings)[number], string> = {
  DATABASE_URL: 'postgres://hurd:s3cret@db/hurd',
  DATABASE_REPLICA_URL: 'postgres://hurd:s3cret@standby/hurd',
  DELETION_LEDGER_KEY: 's3cret-of-thirty-two-characters-or-more',
  METRICS_TOKEN: 's3cret-of-thirty-two-characters-or-more',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=s3cret',
  SMTP_URL: 'smtps://hurd:s3cret@mail.example',
  S3_ACCESS_KEY_ID: 's3cret',
  S3_SECRET_ACCESS_KEY: 's3cret',
  CONGRESS_API_KEY: 's3cret',
  OPENSTATES_API_KEY: 's3cret',
  LEGISTAR_API_KEY: 's3cret',
}
const others = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
}

// covers HURD-SECRETS-01
test('every secret can be in a file of its own, whose last line break does not count', () => {
  const files = Object.entries(values).map(([name, value]) => [`${name}_FILE`, write(name, `${value}\n`)])
  const settings = { HURD_ENV_FILE: write('env', ''), ...others }
  expect(readEnv(withEnvFile({ ...settings, ...Object.fromEntries(files) }))).toEqual(
    readEnv({ ...others, ...values }),
  )
})

// covers HURD-SECRETS-01
test('every setting that hurd config masks can be in a file', () => {
  const shown = describeEnv(readEnv({ ...others, ...values }))
  const masked = Object.keys(shown).filter((name) => shown[name]?.includes('***'))
  // The name of a key is shown, but it belongs to the secret.
  expect([...masked, 'S3_ACCESS_KEY_ID'].toSorted()).toEqual([...secretSettings].toSorted())
  expect(Object.keys(EnvVariables.shape)).toEqual(expect.arrayContaining([...secretSettings]))
  const manual = readFileSync('docs/operating.md', 'utf8')
  const [, section = ''] = manual.split('\n### Secrets in files\n')
  const listed = section.split('\n#')[0] ?? ''
  expect(secretSettings.filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

// covers HURD-SECRETS-01
test.each(secretSettings)('%s and its file together are refused, wherever each is set', (name) => {
  const file = write('secret', values[name])
  const settings = write('env', `${name}=${values[name]}\n`)
  const message = `${name} and ${name}_FILE are both set: remove one of them.`
  expect(() => withEnvFile({ HURD_ENV_FILE: settings, [`${name}_FILE`]: file })).toThrow(message)
  const empty = write('empty-env', '')
  expect(() => withEnvFile({ HURD_ENV_FILE: empty, [name]: values[name], [`${name}_FILE`]: file })).toThrow(
    message,
  )
})

// covers HURD-SECRETS-01
test('a file that is missing, empty or a folder is refused with the name of the setting', () => {
  const settings = { HURD_ENV_FILE: write('env', '') }
  const read = (path: string) => () => withEnvFile({ ...settings, SMTP_URL_FILE: path })
  const missing = join(folder, 'missing')
  expect(read(missing)).toThrow(`Could not read the file ${missing} named by SMTP_URL_FILE.`)
  expect(read(folder)).toThrow(`Could not read the file ${folder} named by SMTP_URL_FILE.`)
  const empty = write('blank', ' \n')
  expect(read(empty)).toThrow(`SMTP_URL_FILE names ${empty}, which is empty.`)
  expect(withEnvFile({ ...settings, SMTP_URL_FILE: '' })['SMTP_URL']).toBeUndefined()
})

const read = (text: string) => withEnvFile({ HURD_ENV_FILE: write('env', text), LOG_LEVEL: '' })

// covers HURD-COMMANDS-02
test('a value of the settings file is never cut off at "#", and an empty variable does not hide it', () => {
  expect(() => read('PORT=1 # free\nS3_SECRET_ACCESS_KEY=ab#cd\n')).toThrow(
    /^The value of S3_SECRET_ACCESS_KEY in .* contains "#"/,
  )
  expect(read('# quiet\nLOG_LEVEL=warn # quiet\nS3_SECRET_ACCESS_KEY="ab#cd"\n')).toMatchObject({
    LOG_LEVEL: 'warn',
    S3_SECRET_ACCESS_KEY: 'ab#cd',
  })
})

// covers HURD-SECRETS-01
test('a secret keeps its inner line breaks and spaces, and a wrong one is refused without being shown', () => {
  const settings = { HURD_ENV_FILE: write('env', '') }
  const two = write('two', 'first\r\nsecond\r\n')
  expect(withEnvFile({ ...settings, DELETION_LEDGER_KEY_FILE: two })['DELETION_LEDGER_KEY']).toBe(
    'first\r\nsecond',
  )
  const wrong = withEnvFile({
    ...settings,
    DATABASE_URL_FILE: write('wrong', 'mysql://hurd:s3cret@db/hurd\n'),
  })
  expect(() => readEnv(wrong)).toThrow(/^DATABASE_URL (?!.*s3cret)/)
})
