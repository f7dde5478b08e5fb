import { encodeValue, isPlain, type EncodedValue } from './sqlValues.ts'

/** A statement as it is sent. Parameters are bound and never written into the text. */
export type BuiltStatement = { name: string; text: string; values: EncodedValue[] }

/** Collects the text of a statement and the values of its parameters. */
export class StatementText {
  text = ''
  readonly values: EncodedValue[] = []

  append(sql: string): void {
    this.text += sql
  }

  bind(value: unknown): void {
    if (value instanceof Part) value.appendTo(this)
    else {
      const { encoded, cast } = encodeValue(value)
      this.bindEncoded(encoded, cast)
    }
  }

  bindEncoded(value: EncodedValue, cast: string): void {
    this.values.push(value)
    this.text += `$${this.values.length}${cast}`
  }

  bindTemplate(strings: readonly string[], values: readonly unknown[]): void {
    for (const [index, sql] of strings.entries()) {
      if (index > 0) this.bind(values[index - 1])
      this.append(sql)
    }
  }
}

/** A value that writes its own part of the statement, such as an identifier, a list or a parameter with a cast. */
export abstract class Part {
  abstract appendTo(target: StatementText): void
}

export class JsonValue extends Part {
  readonly #text: string
  constructor(value: unknown) {
    super()
    this.#text = JSON.stringify(value)
  }
  override appendTo(target: StatementText): void {
    target.bindEncoded(this.#text, '::jsonb')
  }
}

/** A quoted identifier. A dot separates a schema or a table from its member. */
export class Identifier extends Part {
  readonly #name: string
  constructor(name: string) {
    super()
    this.#name = name
  }
  override appendTo(target: StatementText): void {
    target.append(quote(this.#name))
  }
}

/** Becomes a list of values in parentheses after `in`, and a list of quoted identifiers anywhere else. */
export class List extends Part {
  readonly #items: readonly unknown[]
  constructor(items: readonly unknown[]) {
    super()
    this.#items = items
  }
  override appendTo(target: StatementText): void {
    if (/\bin\s*$/i.test(target.text)) appendValues(target, this.#items)
    else target.append(this.#items.map((name) => quote(String(name))).join(', '))
  }
}

/** The keys of the object become the columns in `insert into t ${db(row)}` and `update t set ${db(row)}`. */
export class RowsToWrite extends Part {
  readonly #rows: readonly object[]
  constructor(rows: readonly object[]) {
    super()
    this.#rows = rows
  }
  override appendTo(target: StatementText): void {
    const columns = Object.keys(this.#rows[0] ?? {})
    if (/\bset\s*$/i.test(target.text)) {
      for (const [index, column] of columns.entries()) {
        target.append(`${index > 0 ? ', ' : ''}${quote(column)} = `)
        target.bind(Reflect.get(this.#rows[0] ?? {}, column))
      }
      return
    }
    if (!/\binsert\s+into\s+\S+\s*$/i.test(target.text)) {
      throw new TypeError('An object in a statement must follow "insert into <table>" or "set"')
    }
    target.append(`(${columns.map(quote).join(', ')}) values `)
    for (const [index, row] of this.#rows.entries()) {
      if (index > 0) target.append(', ')
      appendValues(
        target,
        columns.map((column): unknown => Reflect.get(row, column)),
      )
    }
  }
}

function appendValues(target: StatementText, items: readonly unknown[]): void {
  target.append('(')
  for (const [index, item] of items.entries()) {
    if (index > 0) target.append(', ')
    target.bind(item)
  }
  // `in ()` is not valid SQL, so an empty list becomes `in (null)`, which matches nothing.
  target.append(items.length === 0 ? 'null)' : ')')
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}

// A template has the same text in every call if all its values are plain.
const plainTexts = new WeakMap<readonly string[], string>()

/** Joins a template and its values. `name` identifies the statement in logs (statementOrigin.ts). */
export function buildStatement(
  name: string,
  strings: readonly string[],
  values: readonly unknown[],
): BuiltStatement {
  if (!values.every(isPlain)) {
    const built = new StatementText()
    built.bindTemplate(strings, values)
    return { name, text: built.text, values: built.values }
  }
  let text = plainTexts.get(strings)
  if (text === undefined) {
    text = strings.reduce((before, sql, index) => `${before}$${index}${sql}`)
    plainTexts.set(strings, text)
  }
  return { name, text, values: values.map((value) => encodeValue(value).encoded) }
}
