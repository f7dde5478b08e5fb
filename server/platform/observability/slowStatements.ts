import { statements, statementSeconds } from './counters.ts'
import { currentRequestId } from './requestContext.ts'
import { inStatementSpan } from './spans.ts'

type SlowStatement = { statement: string; ms: number; reqId?: string }
type SlowLog = { afterMs: number; write: (statement: SlowStatement) => void }

let slowLog: SlowLog | null = null

/**
 * Logs statements that take at least `afterMs`. The log has only the name and the id of the request, because text and values
 * may contain personal data. The other log lines with this id have the route.
 */
export function logSlowStatements(log: SlowLog | null): void {
  slowLog = log
}

/** Measures a statement that already has its connection. */
export async function measureStatement<R>(name: string, send: () => Promise<R>): Promise<R> {
  const began = performance.now()
  let result = 'failed'
  try {
    const response = await inStatementSpan(name, send)
    result = 'ok'
    return response
  } finally {
    const ms = performance.now() - began
    statements.add({ statement: name, result })
    statementSeconds.add({ statement: name }, ms / 1000)
    if (slowLog && ms >= slowLog.afterMs) {
      const reqId = currentRequestId()
      slowLog.write({ statement: name, ms: Math.round(ms), ...(reqId === null ? {} : { reqId }) })
    }
  }
}
