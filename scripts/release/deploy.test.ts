import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
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
test('no log format in deploy/ has the query, the Referer or the secret of a path', () => {
  const nginx = read('deploy/nginx/hurd.conf')
  const [format = ''] = /log_format[^;]*;/.exec(nginx) ?? []
  expect(format).toContain('$hurd_logged_path')
  expect(format).not.toMatch(/\$(request\b(?!_)|request_uri|uri|args|query_string|http_referer)/)
  const servers = nginx.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) expect(server).toMatch(/^ {4}access_log \S+ hurd;$/m)

  for (const file of ['deploy/caddy/Caddyfile', 'deploy/docker/Caddyfile']) {
    const [, pattern = '', replacement = ''] = /request>uri regexp "(.*)" "(.*)"/.exec(read(file)) ?? []
    const logged = (uri: string) => uri.replaceAll(new RegExp(pattern, 'g'), replacement)
    expect(logged('/reset-password?token=1')).toBe('/reset-password')
    expect(logged('/feeds/mine/1.atom?x=1')).toBe('/feeds/mine/')
    expect(logged('/unsubscribe/1')).toBe('/unsubscribe/')
    expect(read(file)).toContain('request>headers>Referer delete')
  }

  const haproxy = read('deploy/haproxy/haproxy.cfg')
  const [line = ''] = /log-format .*/.exec(haproxy) ?? []
  expect(line).toContain('%[var(txn.path)]')
  expect(line).not.toMatch(/%(r|HU|HQ|HP|HPO|hr|hrl)\b/)
  for (const path of ['/unsubscribe/', '/feeds/mine/', '/calendars/mine/']) {
    expect(haproxy).toContain(`str(${path}...) if { path_beg ${path} }`)
  }
})

// covers HURD-RELEASE-09
test('every operator command in the units and in docs/install.md exists', () => {
  const pages = ['docs/install.md', ...units.map((name) => `deploy/systemd/${name}`)].map(read).join('\n')
  const named = [...pages.matchAll(/(?:-- |bin\/|exec hurd )hurd ([a-z]+(?: [a-z]+)?)/g)].map(
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
  expect(named.length).toBeGreaterThan(5)
  for (const words of named) {
    expect(
      known.some((command) => `${words} `.startsWith(`${command} `)),
      words,
    ).toBe(true)
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
