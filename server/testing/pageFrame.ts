import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder with the unbuilt frame of the pages that the server writes, which the server uses like the built
 * pages.
 */
export async function makePageFrame(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'hurd-pages-'))
  await copyFile('shared-bill.html', join(dist, 'shared-bill.html'))
  return dist
}
