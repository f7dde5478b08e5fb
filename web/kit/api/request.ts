import type { Endpoint, InputOf } from '#contract/kit/endpoint.ts'
import { addWordsLanguage } from '#web/kit/recordLanguage.ts'

/** Returns the URL and the JSON body of a call: path parameters are in the path, the rest in the query or the body. */
export function requestOf<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest.get(name)))
    rest.delete(name)
    return value
  })
  if (endpoint.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of rest) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined && item !== null) {
          query.append(name, String(item))
        }
      }
    }
    addWordsLanguage(endpoint.path, query)
    const search = query.toString()
    return { url: search ? `${path}?${search}` : path, body: undefined }
  }
  const hasBody = rest.size > 0 || endpoint.method !== 'DELETE'
  return { url: path, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined }
}
