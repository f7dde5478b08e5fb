import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Package } from './packages.ts'

const BillOfMaterials = z.looseObject({ components: z.array(z.looseObject({ name: z.string() })) })

/** Writes sbom.cdx.json (CycloneDX): what npm finds in the folder, and the packages that are compiled into the pages. */
export function writeBillOfMaterials(folder: string, compiled: Package[]): void {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--sbom-type=application'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  if (status !== 0) throw new Error(`npm could not list the packages: ${stderr}`)
  const bill = BillOfMaterials.parse(JSON.parse(stdout))
  const components = [...bill.components, ...compiled.map(describe)]
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify({ ...bill, components }, null, 1)}\n`)
}

function describe({ name, version, license }: Package): { name: string } {
  const component = {
    'bom-ref': `pages:${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    properties: [{ name: 'hurd:compiled-into', value: 'dist' }],
  }
  return component
}
