import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { startTestServer } from '#server/testing/testServer.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

const metricsToken = 'a-token-of-thirty-two-characters-or-more'
const existing = new Set<string>()
beforeAll(async () => {
  const app = await startTestServer({ metricsToken })
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${app.origin}/metrics`, { headers })).text()
  await app.close()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+)/gm)) existing.add(name)
  expect(existing.size).toBeGreaterThan(0)
})

/** Returns the metrics that a query names, without the suffixes of a histogram's series. */
function metricsIn(query: string): string[] {
  const names = query.replaceAll(/"[^"]*"/g, '').match(/\b(hurd|process|nodejs)_\w+/g) ?? []
  return names.map((name) => name.replace(/_(bucket|sum|count)$/, ''))
}

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const alerts = z
  .parse(Rules, parse(read('deploy/prometheus/alerts.yml')))
  .groups.flatMap(({ rules }) => rules)

test('every alert names existing metrics, and each has a runbook with its name as the title', () => {
  expect(alerts.length).toBeGreaterThan(0)
  for (const { expr } of alerts) for (const name of metricsIn(expr)) expect(existing).toContain(name)
  for (const { alert, annotations } of alerts) {
    expect(read(annotations.runbook).split('\n')[0]).toBe(`# ${alert}`)
  }
  const runbooks = readdirSync(`${root}docs/runbooks`).map((file) => `docs/runbooks/${file}`)
  expect(runbooks.toSorted()).toEqual(alerts.map(({ annotations }) => annotations.runbook).toSorted())
})

test('every panel of the dashboard names existing metrics, and every metric has a panel', () => {
  const Dashboard = z.object({
    panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
  })
  const { panels } = z.parse(Dashboard, JSON.parse(read('deploy/grafana/hurd.json')))
  const named = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))))
  expect([...named].toSorted()).toEqual([...existing].toSorted())
})

test('the operating manual has a row for every metric and no others', () => {
  const rows = [...read('docs/operating.md').matchAll(/^\| `((?:hurd|process|nodejs)_\w+)`/gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.toSorted()).toEqual([...existing].toSorted())
})
