import type { Plugin } from 'vite'

const stub = '\0no-shapes'

/** The fields of the second argument of `endpoint` that only the server uses. */
const serverOnly = new Set(['input', 'output', 'refuses'])

/**
 * In the browser the shapes of inputs and responses are types only. This plugin replaces every shape of the contract with one
 * empty stub so that neither zod nor the shapes are part of the pages. It also removes the imports that only shapes used,
 * because the bundler would otherwise load the imported file together with every page that loads the importing one.
 */
export function contractWithoutShapes(): Plugin {
  return {
    name: 'contract-without-shapes',
    apply: 'build',
    enforce: 'post',
    resolveId: { filter: { id: /^\0no-shapes$/ }, handler: (id) => id },
    load: { filter: { id: /^\0no-shapes$/ }, handler: () => stubCode },
    transform: {
      filter: { id: /\/contract\/.*\.ts$/ },
      handler(code) {
        const edits: Edit[] = []
        const usedNames = new Set<string>()
        const program = this.parse(code)
        collectEdits(program, edits, usedNames)
        collectUnusedImports(program.body, edits, usedNames)
        return { code: edits.toSorted((a, b) => b.start - a.start).reduce(applyEdit, code), map: null }
      },
    },
  }
}

/** Every field and every call of the stub returns the stub. A page that tries to check a value with it fails at once. */
const stubCode = `
export const z = new Proxy(function () {}, {
  get: (_target, name) => {
    if (/parse/i.test(String(name))) throw new Error('The pages contain no shapes')
    return z
  },
  apply: () => z,
})`

type Edit = { start: number; end: number; text: string }

function applyEdit(code: string, { start, end, text }: Edit): string {
  // The comma after a removed property is removed too.
  return code.slice(0, start) + text + (text === '' ? code.slice(end).replace(/^\s*,/, '') : code.slice(end))
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }

const functions = /Function|Class/

/**
 * Replaces the import of zod and every call of it, and marks the other calls that run when a module is loaded as pure so
 * that the bundler drops the endpoints that a page does not call.
 */
function collectEdits(node: unknown, edits: Edit[], usedNames: Set<string>, isLoading = true) {
  if (Array.isArray(node)) {
    for (const item of node) collectEdits(item, edits, usedNames, isLoading)
    return
  }
  if (!isNode(node)) return
  const { type, start, end } = node
  if (type === 'ImportDeclaration') {
    if (importsZod(node)) edits.push({ start, end, text: `import { z } from ${JSON.stringify(stub)};` })
  } else if (type === 'CallExpression' && isZod(node)) {
    edits.push({ start, end, text: 'z' })
  } else if (type === 'Property' && isServerOnly(node)) {
    edits.push({ start, end, text: '' })
  } else {
    // Calls inside functions run later, so they do not keep the bundler from dropping anything.
    if (type === 'Identifier') usedNames.add(String(node['name']))
    if (type === 'CallExpression' && isLoading) edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
    const childRunsAtLoad = isLoading && !functions.test(type)
    for (const child of Object.values(node)) collectEdits(child, edits, usedNames, childRunsAtLoad)
  }
}

/** No file of the contract does anything else when it is loaded, so an import without a used name can be removed. */
function collectUnusedImports(statements: readonly unknown[], edits: Edit[], usedNames: Set<string>) {
  for (const node of statements) {
    if (!isNode(node) || node.type !== 'ImportDeclaration' || importsZod(node)) continue
    const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
    const isUsed = specifiers.some(({ local }) => isNode(local) && usedNames.has(String(local['name'])))
    if (!isUsed) edits.push({ start: node.start, end: node.end, text: ';' })
  }
}

function importsZod({ source }: Node): boolean {
  return isNode(source) && source['value'] === 'zod/mini'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** `z.object(…)`, `z.string().check(…)` and so on. */
function isZod(node: Node): boolean {
  const inner = node['callee'] ?? node['object']
  return isNode(inner) ? isZod(inner) : node.type === 'Identifier' && node['name'] === 'z'
}

function isServerOnly({ key, value }: Node): boolean {
  const isData =
    isNode(value) && /^(?:ObjectExpression|ArrayExpression|CallExpression|Identifier)$/.test(value.type)
  return isData && isNode(key) && serverOnly.has(String(key['name']))
}
