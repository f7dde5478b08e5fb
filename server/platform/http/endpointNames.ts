import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#contract/kit/endpoint.ts'

const contract = new URL('../../../contract/', import.meta.url)

export type EndpointNames = ReadonlyMap<unknown, string>

/**
 * Returns the names under which the contract exports its endpoints. The OpenAPI documents call them operation ids, which
 * programs that generate clients use as function names.
 */
export async function readEndpointNames(): Promise<EndpointNames> {
  const files = await readdir(fileURLToPath(contract), { recursive: true })
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file): Promise<Record<string, unknown>> => import(new URL(file, contract).href)),
  )
  return new Map(modules.flatMap((module) => Object.entries(module).map(([name, value]) => [value, name])))
}

export function nameOf(names: EndpointNames, endpoint: Endpoint): string {
  const name = names.get(endpoint)
  if (name === undefined) throw new Error(`The contract does not export ${endpoint.method} ${endpoint.path}`)
  return name
}
