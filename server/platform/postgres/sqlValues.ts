import { parse as parseArray } from 'postgres-array'

/** A value that a statement can bind as one parameter. An array or a part of another statement is not a scalar. */
export type Scalar = string | number | bigint | boolean | Date | Uint8Array | null
export type ArrayValue = readonly (Scalar | ArrayValue)[]
/** A parameter as PostgreSQL's wire protocol sends it: a string as text, and a buffer as bytes. */
export type EncodedValue = string | Buffer | null

/**
 * Encodes one parameter. `cast` names the type, because PostgreSQL cannot always infer it. For example, PostgreSQL
 * would treat two booleans in `coalesce($1, $2)` as text.
 */
export function encodeValue(value: unknown): { encoded: EncodedValue; cast: string } {
  switch (typeof value) {
    case 'string':
      return { encoded: value, cast: '' }
    case 'number':
      return { encoded: String(value), cast: '' }
    case 'boolean':
      return { encoded: value ? 't' : 'f', cast: '::bool' }
    case 'bigint':
      return { encoded: String(value), cast: '::int8' }
    default:
  }
  if (value === null) return { encoded: null, cast: '' }
  if (Array.isArray(value)) return { encoded: arrayLiteral(value), cast: '' }
  if (value instanceof Uint8Array) return { encoded: asBuffer(value), cast: '::bytea' }
  if (value instanceof Date) return { encoded: value.toISOString(), cast: '::timestamptz' }
  throw new TypeError(
    value === undefined
      ? 'A parameter of a statement is undefined: pass null for a missing value'
      : 'A parameter of a statement is an object: pass JSON as db.json(…)',
  )
}

/** True if a value is bound without a cast. The text of the statement is then the same for every such value. */
export function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null || Array.isArray(value)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Writes an array in PostgreSQL's input format: https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayLiteral(items: readonly unknown[]): string {
  return `{${items.map(arrayItem).join(',')}}`
}

function arrayItem(item: unknown): string {
  // Most texts are ids, and finding that nothing is to be escaped costs less than replacing nothing.
  if (typeof item === 'string') {
    return `"${/["\\]/.test(item) ? item.replaceAll(/["\\]/g, String.raw`\$&`) : item}"`
  }
  if (item === null) return 'NULL'
  if (Array.isArray(item)) return arrayLiteral(item)
  const { encoded } = encodeValue(item)
  return typeof encoded === 'string' ? encoded : `"\\\\x${encoded?.toString('hex')}"`
}

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

// PostgreSQL writes a timestamptz in UTC like this: "2026-01-31 14:05:00.123456+00".
const timestampText = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Converts a time to the contract's format: ISO 8601 in UTC with milliseconds. */
export function isoTime(text: string): string {
  const [, day, time, fraction = ''] = timestampText.exec(text) ?? []
  if (!day) throw new Error('The database returned a time that is infinite or not in UTC')
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const parseBytes: Parser = (text) => Buffer.from(text.slice(2), 'hex')
const parseJson: Parser = (text) => JSON.parse(text)
const parseBoolean: Parser = (text) => text === 't'

/**
 * The parsers by the OID of a type and by the OID of its array type. A value of any other type is returned as its text,
 * even if it is an array, so a statement that selects such an array casts it to `text[]`.
 */
const parsers = new Map<number, Parser>()
for (const [type, arrayType, parse] of [
  [16, 1000, parseBoolean],
  [17, 1001, parseBytes],
  // bigint; counts and ids of this type are far below 2^53, so a number is exact
  [20, 1016, Number],
  [21, 1005, Number],
  [23, 1007, Number],
  [26, 1028, Number],
  [700, 1021, Number],
  [701, 1022, Number],
  [114, 199, parseJson],
  [3802, 3807, parseJson],
  [1184, 1185, isoTime],
  // name, char, text, bpchar, varchar, date, time, timestamp without a zone, interval, numeric and uuid
  [19, 1003, asText],
  [18, 1002, asText],
  [25, 1009, asText],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1083, 1183, asText],
  [1114, 1115, asText],
  [1186, 1187, asText],
  [1700, 1231, asText],
  [2950, 2951, asText],
] as const) {
  parsers.set(type, parse)
  parsers.set(arrayType, (text) => parseArray(text, parse))
}

/** Returns the function that parses the text of a column of this type. */
export function parserOf(type: number): Parser {
  return parsers.get(type) ?? asText
}
