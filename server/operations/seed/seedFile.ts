import { readFile } from 'node:fs/promises'

/** Reads one of the bundled JSON files in `db/seed/`. */
export async function readSeedFile(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../../db/seed/${name}`, import.meta.url), 'utf8'))
}
