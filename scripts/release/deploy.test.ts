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
    .parse(parse(read('deploy/docker/compose.yaml'))).services
  expect(hurd).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    tmpfs: ['/tmp', '/var/cache/hurd:uid=1000,gid=1000'],
    security_opt: ['no-new-privileges:true'],
  })
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
  const known = ['start', ...commands.map(({ command }) => command)]
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
