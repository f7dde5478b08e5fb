import { spawnSync } from 'node:child_process'
import { ReleaseError } from './stage.ts'

/**
 * Requests the known vulnerabilities of the packages in a release from the registry. Throws if one has high severity, and also
 * if the registry does not answer, because the vulnerabilities are then unknown.
 */
export function auditPackages(root: string): void {
  const args = ['audit', '--omit=dev', '--audit-level=high']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 120_000 })
  if (status === 0) return
  throw new ReleaseError(
    `${stdout}${stderr}\nnpm audit found a vulnerability or got no response, so nothing was packaged. ` +
      'Update the package, or package with --skip-audit and say so in the changelog.',
  )
}
