import { readFile, readdir, writeFile } from 'node:fs/promises'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import setup, { templateDatabase } from '#server/testing/postgres/postgres.ts'

/** The page that `npm run data-model` writes. A test checks that it describes the current schema. */
export const dataModelPage = new URL('../docs/data-model.md', import.meta.url)

const tablesFolder = new URL('../db/tables/', import.meta.url)

const intro = `# Data model

What the database stores, one section per file of \`db/tables/\`, in which every column, constraint and index is
explained. This page is generated from the comments and foreign keys in the database: change the schema and run
\`npm run data-model\`.

In the diagrams each line connects a table, on the left, with a table that has a foreign key to it, on the right. \`||--o{\`
means one row to many, \`||--o|\` one row to at most one, and \`|o--o{\` an optional reference. The table \`schema_migrations\` records
which migrations were applied, and \`schema_functions\` which functions, views and triggers were created.`

if (import.meta.main) {
  const tearDown = await setup()
  const url = new URL(process.env['TEST_DATABASE_URL']!)
  url.pathname = `/${templateDatabase}`
  const db = openPool(url.toString(), operatorLimits)
  await writeFile(dataModelPage, await writeDataModel(db))
  await db.end()
  await tearDown()
}

type Module = { file: string; name: string; tables: string[] }
type Table = { name: string; comment: string | null }
type Reference = { from: string; to: string; column: string; is_optional: boolean; is_key: boolean }

/** The tables of each module with their comments and foreign keys, read from the catalog of a migrated database. */
export async function writeDataModel(db: Pool): Promise<string> {
  const modules = await readModules()
  const [tables, references] = [await selectTables(db), await selectReferences(db)]
  const sections = modules
    .filter((module) => module.tables.length > 0)
    .map((module) => writeModule(module, tables, references))
  return `${[intro, ...sections].join('\n\n')}\n`
}

function writeModule(module: Module, tables: Table[], references: Reference[]): string {
  const moduleTables = tables.filter(({ name }) => module.tables.includes(name))
  const lines = references.filter(({ from }) => module.tables.includes(from)).map(writeReference)
  const linkedTables = new Set(references.flatMap(({ from, to }) => [from, to]))
  const unlinked = moduleTables.filter(({ name }) => !linkedTables.has(name)).map(({ name }) => `  ${name}`)
  const diagram = ['```mermaid', 'erDiagram', ...lines, ...unlinked, '```'].join('\n')
  const list = moduleTables.map(({ name, comment }) => `- **${name}**: ${comment ?? ''}`).join('\n')
  return `## ${module.name}\n\n[db/tables/${module.file}](../db/tables/${module.file})\n\n${list}\n\n${diagram}`
}

function writeReference({ from, to, column, is_optional, is_key }: Reference): string {
  return `  ${to} ${is_optional ? '|o' : '||'}--${is_key ? 'o|' : 'o{'} ${from} : ${column}`
}

async function readModules(): Promise<Module[]> {
  const files = (await readdir(tablesFolder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, tablesFolder), 'utf8')
      const tables = [...sql.matchAll(/^create table (\w+)/gm)].map(([, table = '']) => table)
      const words = file.slice(3, -'.sql'.length).replaceAll('_', ' ')
      return { file, name: words.charAt(0).toUpperCase() + words.slice(1), tables }
    }),
  )
}

function selectTables(db: Pool): Promise<Table[]> {
  return db<Table[]>`
    select relname as name, obj_description(oid, 'pg_class') as comment
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`
}

function selectReferences(db: Pool): Promise<Reference[]> {
  return db<Reference[]>`
    select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to", a.attname as "column",
           not a.attnotnull as is_optional,
           exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
                      and i.indnatts = 1 and i.indkey[0] = k.conkey[1]) as is_key
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace
     order by 1, 2, 3`
}
