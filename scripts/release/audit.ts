import { spawnSync } from 'node:child_process'
import { ReleaseError } from './stage.ts'

/**
 * Asks the registry for known vulnerabilities of the packages that a release contains, and refuses to package one of high
 * severity. It also refuses when the registry gives no answer, because silence says nothing about vulnerabilities.
 */
export function auditPackages(root: string): void {
  const args = ['audit', '--omit=dev', '--audit-level=high']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return
  throw new ReleaseError(
    `${stdout}${stderr}\nnpm audit found a vulnerability or got no answer, so nothing was packaged. ` +
      'Update the package, or package with --skip-audit and say so in the changelog.',
  )
}
