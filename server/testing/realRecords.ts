import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../shared/data')

/**
 * The absolute path of a file or folder of real public records, in the folder beside the project that holds them. A
 * test that reads one is extra: where the folder is missing, it is skipped and says so.
 */
export function realRecords(path = ''): string {
  return join(folder, path)
}
