import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const units = readdirSync(join(root, 'deploy/systemd'))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

// covers HURD-RELEASE-08
test.each(units.filter((name) => name.endsWith('.service')))(
  '%s runs as an ordinary user that can write only data',
  (name) => {
    const lines = read(`deploy/systemd/${name}`).split('\n')
    for (const line of [
      'User=hurd',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
    ]) {
      expect(lines).toContain(line)
    }
    const writable = lines.filter((line) => line.startsWith('ReadWritePaths=')).join()
    expect(writable).toMatch(/^(ReadWritePaths=\/var\/(lib|backups)\/hurd)?$/)
  },
)

// covers HURD-RELEASE-08
test('the container runs as an ordinary user on a read-only file system without capabilities', () => {
  expect(read('deploy/docker/Dockerfile')).toMatch(/^USER node$/m)
  const { hurd } = z
    .object({ services: z.record(z.string(), z.unknown()) })
    .parse(parse(read('compose.yaml'))).services
  expect(hurd).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    tmpfs: ['/tmp', '/var/cache/hurd:uid=1000,gid=1000'],
    security_opt: ['no-new-privileges:true'],
  })
})

// covers HURD-LINK-02
test('no log format in deploy/ has the query, the Referer, an API key or the secret of a path', () => {
  const nginx = read('deploy/nginx/hurd.conf')
  const [format = ''] = /log_format[^;]*;/.exec(nginx) ?? []
  expect(format).toContain('$hurd_logged_path')
  expect(format).not.toMatch(/\$(request\b(?!_)|request_uri|uri|args|query_string|http_referer)/)
  const servers = nginx.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) expect(server).toMatch(/^ {4}access_log \S+ hurd;$/m)
  expect(nginx).toMatch(/^ {4}error_log \S+ crit;$/m)
  const [, secretPath = ''] = /~(\S+) \/\$hurd_secret\/\.\.\.;/.exec(nginx) ?? []
  for (const kind of ['unsubscribe', 'feeds/mine', 'calendars/mine']) {
    expect(new RegExp(secretPath).exec(`/${kind}/1`)?.groups?.['hurd_secret']).toBe(kind)
  }

  for (const file of ['deploy/caddy/Caddyfile', 'deploy/docker/Caddyfile']) {
    const [, pattern = '', replacement = ''] = /request>uri regexp "(.*)" "(.*)"/.exec(read(file)) ?? []
    const logged = (uri: string) => uri.replaceAll(new RegExp(pattern, 'g'), replacement)
    expect(logged('/reset-password?token=1')).toBe('/reset-password')
    expect(logged('/feeds/mine/1.atom?x=1')).toBe('/feeds/mine/')
    expect(logged('/calendars/mine/1.ics')).toBe('/calendars/mine/')
    expect(logged('/unsubscribe/1')).toBe('/unsubscribe/')
    for (const header of ['Referer', 'X-Api-Key']) {
      expect(read(file)).toContain(`request>headers>${header} delete`)
    }
  }

  const haproxy = read('deploy/haproxy/haproxy.cfg')
  const [line = ''] = /log-format .*/.exec(haproxy) ?? []
  expect(line).toContain('%[var(txn.path)]')
  expect(line).not.toMatch(/%(r|HU|HQ|HP|HPO|hr|hrl)\b/)
  for (const path of ['/unsubscribe/', '/feeds/mine/', '/calendars/mine/']) {
    expect(haproxy).toContain(`str(${path}...) if { path_beg ${path} }`)
  }
})

test('HAProxy gives up the rights of root before it reads requests', () => {
  const [, settings = ''] = /^global\n((?: {4}.*\n)+)/m.exec(read('deploy/haproxy/haproxy.cfg')) ?? []
  for (const line of ['user haproxy', 'group haproxy', 'chroot /var/lib/haproxy']) {
    expect(settings).toContain(`    ${line}\n`)
  }
})

test('PostgreSQL and Patroni ask everyone for a password, apart from the account of the database', () => {
  const { postgresql } = z
    .object({ postgresql: z.object({ pg_hba: z.array(z.string()) }) })
    .parse(parse(read('deploy/patroni/patroni.yml')))
  const methods = postgresql.pg_hba.map((line) => line.split(' ').at(-1))
  expect(new Set(methods)).toEqual(new Set(['peer', 'scram-sha-256']))
  expect(read('deploy/patroni/node.env')).toMatch(/^PATRONI_RESTAPI_PASSWORD=./m)
})

test('the rollback of docs/install.md copies the ledger of deletions and the checkpoint of the tally', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hurd-rollback-'))
  try {
    const [before, after] = [join(folder, 'before'), join(folder, 'after')]
    for (const path of [before, after]) mkdirSync(path)
    const files = ['deletions.ledger', 'deletions.ledger.key', 'tally.checkpoint']
    for (const file of [...files, 'other']) writeFileSync(join(before, file), '')
    const [command = ''] = /^find \/var\/lib\/hurd-before-rollback .*$/m.exec(read('docs/install.md')) ?? []
    const copy = command.replaceAll('/var/lib/hurd-before-rollback', before)
    execFileSync('sh', ['-c', copy.replaceAll('/var/lib/hurd/', `${after}/`)])
    expect(readdirSync(after).toSorted()).toEqual(files)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

// covers HURD-RELEASE-09
test('every operator command in the units and in docs/install.md exists', () => {
  const pages = ['docs/install.md', ...units.map((name) => `deploy/systemd/${name}`)].map(read).join('\n')
  const named = [...pages.matchAll(/(?:-- |bin\/|exec hurd |^|`)hurd ([a-z]+(?: [a-z]+)?)/gm)].map(
    ([, words = '']) => words,
  )
  const help = execFileSync(process.execPath, ['server/cli.ts', 'help', '--json'], {
    cwd: root,
    encoding: 'utf8',
  })
  const { commands } = z
    .object({ commands: z.array(z.object({ command: z.string() })) })
    .parse(JSON.parse(help))
  const known = commands.map(({ command }) => command)
  expect(named).toEqual(expect.arrayContaining(['version', 'codes issue', 'roles grant', 'tally check']))
  for (const words of named) {
    // The name of a group, such as `hurd sync`, stands for its commands.
    const exists = known.some(
      (command) => `${words} `.startsWith(`${command} `) || command.startsWith(`${words} `),
    )
    expect(exists, words).toBe(true)
  }
})

// No package may run a script when it is installed (.npmrc). The list in package.json names the packages that have one.
const withScripts = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
})

// covers HURD-RELEASE-10
test('every package with an install script is on the list in package.json, and none may run it', () => {
  const { packages } = withScripts.parse(JSON.parse(read('package-lock.json')))
  const withInstallScript = Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript)
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(read('package.json')))
  expect(withInstallScript.map((folder) => folder.replace(/^.*node_modules\//, '')).toSorted()).toEqual(
    Object.keys(allowScripts).toSorted(),
  )
  expect(Object.values(allowScripts)).not.toContain(true)
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})
