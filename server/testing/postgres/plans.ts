import type { Pool } from '#server/platform/postgres/db.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
  parent?: PlanNode
}

/** Returns true if an index leads to the rows, or if the scan ends after a number of rows whatever is in them. */
export function isBounded(node: PlanNode): boolean {
  if (node['Node Type'] === 'Tid Scan' || node['Index Cond']) return true
  if (node['Node Type'] === 'Bitmap Heap Scan') {
    const indexScans = withNodesBelow(node).filter((below) => below['Node Type'] === 'Bitmap Index Scan')
    return indexScans.every((scan) => scan['Index Cond'])
  }
  return (
    node.parent?.['Node Type'] === 'Limit' && node['Node Type'] !== 'Seq Scan' && node.Filter === undefined
  )
}

/**
 * Returns the nodes of the plan that a statement would have for these values, or for all values, if all tables were large.
 * Does not execute the statement. Statements without a plan have no nodes.
 */
export async function planNodes(
  pool: Pool,
  { text, values }: BuiltStatement,
  plan: 'for these values' | 'for all values' = 'for these values',
): Promise<PlanNode[]> {
  if (!/^\s*(?:\(?select|with|insert|update|delete)\b/i.test(text)) return []
  return pool.begin(async (db) => {
    // PostgreSQL reads small tables completely, so everything that only pays off for small tables is turned off.
    for (const name of ['seqscan', 'hashjoin', 'mergejoin']) await db.unsafe(`set local enable_${name} = off`)
    const mode = plan === 'for these values' ? 'force_custom_plan' : 'force_generic_plan'
    await db.unsafe(`set local plan_cache_mode = '${mode}'`)
    await db.unsafe(`prepare task as ${text}`)
    const literals = values.map((value) => {
      if (value === null) return 'null'
      return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : `'${value.replaceAll("'", "''")}'`
    })
    const rows = await db.unsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
      `explain (format json) execute task${literals.length > 0 ? `(${literals.join(', ')})` : ''}`,
    )
    await db.unsafe('deallocate task')
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => withNodesBelow(Plan)))
  })
}

function withNodesBelow(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap((child) => withNodesBelow({ ...child, parent: node }))]
}
