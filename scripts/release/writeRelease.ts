import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readVersion, versionText } from '#server/platform/settings/version.ts'
import { checksumLine, writeArchive } from './archive.ts'
import { describeLatest } from './latest.ts'
import { ReleaseError, isModified, limits, stageRelease } from './stage.ts'

// Writes both archives of a release and their checksums into releases/. `--skip-audit` skips the check for known
// vulnerabilities, for a machine that cannot reach the registry.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const out = join(root, 'releases')

try {
  await writeRelease()
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function writeRelease(): Promise<void> {
  if (process.argv.includes('--skip-audit')) say('Known vulnerabilities were not checked.')
  else auditPackages()
  await import('../pages.ts')

  const checkout = readVersion()
  const commit = checkout.commit && isModified(root) ? `${checkout.commit}-modified` : checkout.commit
  const version = { ...checkout, commit, built_at: new Date().toISOString() }
  mkdirSync(out, { recursive: true })
  const checksums: string[] = []
  for (const kind of ['full', 'slim'] as const) {
    const name = `hurd-${version.version}`
    const folder = join(out, kind, name)
    const size = stageRelease(root, kind, version, folder)
    const suffix = kind === 'slim' ? '-slim' : ''
    const file = join(out, `${name}-${process.platform}-${process.arch}${suffix}.tar.gz`)
    await writeArchive(folder, file)
    rmSync(join(out, kind), { recursive: true })
    checksums.push(checksumLine(file))
    say(`${file}: ${size} MB unpacked, at most ${limits[kind]}`)
  }
  writeFileSync(join(out, 'SHA256SUMS'), checksums.join(''))
  const latest = describeLatest(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  writeFileSync(join(out, 'latest.json'), `${JSON.stringify(latest, null, 2)}\n`)
  say(`Hurd ${versionText(version)} is packaged.`)
}

/**
 * Requests the known vulnerabilities of the packages in a release from the registry. Throws if one has high severity, and also
 * if the registry does not answer, because the vulnerabilities are then unknown.
 */
function auditPackages(): void {
  const args = ['audit', '--omit=dev', '--audit-level=high']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return
  throw new ReleaseError(
    `${stdout}${stderr}\nnpm audit found a vulnerability or got no response, so nothing was packaged. ` +
      'Update the package, or package with --skip-audit and say so in the changelog.',
  )
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
