import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs'
import { chmod, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { writeArchive } from './archive.ts'
import { limits, stageRelease } from './stage.ts'

// Real archives with hundreds of megabytes, and a real first start.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const version = { version: '9.8.7', commit: 'abcdef012345', built_at: '2026-11-23T00:00:00.000Z' }
const home = mkdtempSync(join(tmpdir(), 'hurd-release-'))
const [full, slim] = [join(home, 'full/hurd-9.8.7'), join(home, 'slim/hurd-9.8.7')]
const unpacked = join(home, 'opt/hurd-9.8.7')
const size = { full: 0, slim: 0 }

beforeAll(async () => {
  // When root runs the tests, the database runs as another user, which needs access to the folder.
  await chmod(home, 0o755)
  execFileSync(process.execPath, ['scripts/pages.ts'], { cwd: root })
  size.slim = stageRelease(root, 'slim', version, slim)
  size.full = stageRelease(root, 'full', version, full)
  const archive = join(home, 'full.tar.gz')
  await writeArchive(full, archive, 1)
  mkdirSync(join(home, 'opt'))
  execFileSync('tar', ['xzf', archive, '-C', join(home, 'opt')])
  execFileSync('chmod', ['-R', 'a-w', unpacked])
})
afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', home])
  await rm(home, { recursive: true, force: true })
})

/** Runs the program of a release with nothing of this checkout on the path. */
function hurd(release: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(join(release, 'bin/hurd'), args, {
    cwd: home,
    env: { PATH: '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
}

// covers HURD-RELEASE-01 HURD-RELEASE-02 HURD-RELEASE-05
test('an unpacked release that nobody may write to starts with its data elsewhere and names its version', async () => {
  const before = filesOf(unpacked)
  const settings = {
    PATH: '/usr/bin:/bin',
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://hurd.example',
    DATA_DIR: join(home, 'data'),
    PORT: '0',
  }
  const server = spawn(join(unpacked, 'bin/hurd'), ['start'], { cwd: home, env: settings })
  const origin = await new Promise<string>((resolve, reject) => {
    let stderr = ''
    server.stderr.on('data', (data) => {
      stderr += String(data)
      const [, port] = /Ready in .*http:\S+:(\d+)\n/.exec(stderr) ?? []
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
    server.on('exit', () => reject(new Error(stderr)))
  })
  try {
    const health = await fetch(`${origin}/api/health`)
    expect(await health.json()).toEqual({ success: true, status: 'ok', version: '9.8.7+abcdef012345' })
    const page = await fetch(`${origin}/login`)
    expect(page.status).toBe(200)
    expect(page.headers.get('x-hurd-version')).toBe('9.8.7+abcdef012345')
    const html = await page.text()
    const [, script = ''] = /<script data-scripts="([^" ]+)/.exec(html) ?? []
    expect((await fetch(origin + script)).headers.get('content-type')).toContain('javascript')
  } finally {
    const ended = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  expect(filesOf(unpacked)).toEqual(before)
})

// covers HURD-RELEASE-02
test('an unpacked release prints its version', () => {
  expect(hurd(unpacked, ['version'])).toMatchObject({
    status: 0,
    stdout: 'Hurd 9.8.7+abcdef012345, built 2026-11-23T00:00:00.000Z\n',
  })
  expect(JSON.parse(hurd(unpacked, ['version', '--json']).stdout)).toEqual({ ok: true, ...version })
})

// covers HURD-RELEASE-03
test('the pages are built again after a change of any page in the root', () => {
  const script = readFileSync(join(root, 'scripts/pages.ts'), 'utf8')
  const pages = readdirSync(root).filter((name) => name.endsWith('.html'))
  expect(pages).toContain('shared-bill.html')
  for (const page of pages) expect(script).toContain(`  '${page}',\n`)
})

// covers HURD-RELEASE-01
test('the slim release names the Node that it needs, and runs with one that is new enough', () => {
  const path = join(home, 'old')
  mkdirSync(path)
  writeFileSync(join(path, 'node'), '#!/bin/sh\necho 20\n')
  chmodSync(join(path, 'node'), 0o755)
  const refused = hurd(slim, ['version'], { PATH: `${path}:/usr/bin:/bin` })
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toBe(
    `Hurd needs Node 24 or newer, and ${path}/node is Node 20. Install Node 24, or use the release that contains it.\n`,
  )

  const ran = hurd(slim, ['version'], { PATH: `${join(process.execPath, '..')}:/usr/bin:/bin` })
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('9.8.7') })
})

// covers HURD-RELEASE-03
test('npm start in a release runs the server without npm, an installation or a build', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(slim, 'scripts/start.mjs')], {
    cwd: slim,
    env: { PATH: '/nowhere', PORT: 'many' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^PORT must be [^\n]*\n$/)
})

// covers HURD-RELEASE-04
test('both releases are small enough, and a larger one is refused', async () => {
  expect(size.full).toBeLessThanOrEqual(limits.full)
  expect(size.slim).toBeLessThanOrEqual(limits.slim)
  expect((await stat(full)).isDirectory()).toBe(true)
  const limit = limits.slim
  limits.slim = size.slim - 1
  expect(() => stageRelease(root, 'slim', version, join(home, 'large'))).toThrow(
    `The slim release is ${size.slim} MB unpacked, and the limit is ${size.slim - 1} MB.`,
  )
  limits.slim = limit
})

const Manifest = z.object({ name: z.string(), version: z.string() })
const Bill = z.object({ components: z.array(Manifest) })

// covers HURD-RELEASE-06
test('the bill of materials and the licenses name every package of a release, and those inside the pages', () => {
  for (const release of [full, slim]) {
    const shipped = filesOf(join(release, 'node_modules'))
      .filter((file) => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
      .map((file) => Manifest.parse(JSON.parse(readFileSync(join(release, 'node_modules', file), 'utf8'))))
    expect(shipped.length).toBeGreaterThan(80)
    const { components } = Bill.parse(JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')))
    const listed = components.map((item) => `${item.name}@${item.version}`)
    const licenses = readFileSync(join(release, 'LICENSES.md'), 'utf8')
    for (const { name, version } of shipped) {
      expect(listed).toContain(`${name}@${version}`)
      expect(licenses).toContain(`| ${name} | ${version} | `)
    }
    for (const name of ['react', 'react-aria-components', '@fontsource-variable/public-sans']) {
      expect(components).toContainEqual(expect.objectContaining({ name }))
      expect(licenses).toContain(`| ${name} | `)
    }
    expect(licenses).not.toContain('| UNKNOWN |')
  }
})

// covers HURD-RELEASE-07
test('a release has no tests, measurements, bundler, browser or compiler', () => {
  const files = filesOf(full)
  const unwanted =
    /\.test\.tsx?$|^(bench|e2e|web)\/|^server\/testing|fixtures\/|node_modules\/(@[\w-]+\/)?(vite|vitest|rolldown|typescript|oxlint|oxfmt|playwright|chromium|react)[\w-]*\//
  expect(files.filter((file) => unwanted.test(file))).toEqual([])
  const named = ['LICENSE', 'CHANGELOG.md', 'docs/operating.md', 'docs/example-bills.jsonl']
  for (const file of [...named, 'server/main.ts', 'dist/index.html']) {
    expect(existsSync(join(full, file)), file).toBe(true)
  }
})
