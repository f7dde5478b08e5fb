import { openDatabase } from '#server/platform/embedded/database.ts'
import { operatorLimits } from '#server/platform/postgres/db.ts'
import { readEnv } from '#server/platform/settings/env.ts'
import { withEnvFile } from '#server/platform/settings/envFile.ts'
import { withSeedLock, seedIfEmpty } from './seed.ts'

/*
 * Seeds the database in a separate process so that the memory used for the records is freed when it ends and the
 * server never loads the code that reads them.
 */

const say = (line: string) => void process.stderr.write(`${line}\n`)

// The process ends with the server that started it.
process.on('disconnect', () => process.exit(1))

const env = readEnv(withEnvFile(process.env))
const database = await openDatabase(env, { role: 'command', limits: operatorLimits, say })
await withSeedLock(database.pool, () => seedIfEmpty(database.pool, env.demo, say))
await database.close()
process.exit(0)
