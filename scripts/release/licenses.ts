import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './packages.ts'

/**
 * The licenses of everything in a release. The packages of the server are in it with their license files. The packages that are
 * compiled into the pages are not, so their license texts are repeated here.
 */
export function describeLicenses(root: string, packages: Package[], compiled: Package[]): string {
  return `# Licenses

Hurd has the license in LICENSE. It contains these packages.

## Packages of the server

${table(packages, (item) => {
  const file = licenseFile(root, item)
  return file ? `${item.folder}/${file}` : ''
})}

libvips (\`@img/sharp-libvips-*\`) is a library under the LGPL that is loaded dynamically: replace its file to use another build of it.
Node contains further software, listed in its own license file.

## Packages compiled into the pages

${table(compiled, () => 'below')}

## License texts of the packages compiled into the pages

${texts(root, compiled)}
`
}

function table(packages: Package[], where: (item: Package) => string): string {
  const rows = packages.map(
    (item) => `| ${item.name} | ${item.version} | ${item.license} | ${where(item) || '(no file)'} |`,
  )
  return ['| Package | Version | License | Text |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function licenseFile(root: string, { folder }: Package): string | undefined {
  const path = join(root, folder)
  return existsSync(path)
    ? readdirSync(path).find((name) => /^(licen[cs]e|copying|ofl)(\.|-|$)/i.test(name))
    : undefined
}

/** Each text once, under the names of all packages that have it. */
function texts(root: string, packages: Package[]): string {
  const names = new Map<string, string[]>()
  for (const item of packages) {
    const file = licenseFile(root, item)
    const text = file
      ? readFileSync(join(root, item.folder, file), 'utf8').trim()
      : `The package declares ${item.license} and contains no text.`
    names.set(text, [...(names.get(text) ?? []), `${item.name} ${item.version}`])
  }
  return [...names]
    .map(([text, holders]) => `### ${holders.join(', ')}\n\n${text.replaceAll(/^/gm, '    ')}`)
    .join('\n\n')
}
