const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True if PostgreSQL reads the text as the id of a row. */
export function isUuid(text: string): boolean {
  return shape.test(text)
}
