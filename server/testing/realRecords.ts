import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../shared/data')

/**
 * Returns the absolute path of a file or folder of real public records, which are in a folder beside the project. A test
 * that reads one is optional: if the folder is missing, the test is skipped.
 */
export function realRecords(path = ''): string {
  return join(folder, path)
}
