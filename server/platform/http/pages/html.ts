/** A piece of a page in which every value is escaped. Only the functions of this file create one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | null | false | readonly Value[]

/** Returns the markup of a template. Strings and numbers in it are escaped. Null and false produce nothing. */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part))
}

function render(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

/**
 * Returns a translated text with values and elements in it so that each language has its own order of words: `{name}` is a value,
 * and `<name>…</name>` passes what it contains to the function of that name.
 */
export function fillHtml(
  text: string,
  values: Readonly<Record<string, Value | ((content: Html) => Html)>>,
): Html {
  const parts = Array.from(
    text.matchAll(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>|[^{<]+|[{<]/g),
    ([whole, name, element, content = '']): Value => {
      const value = values[name ?? element ?? '']
      if (value === undefined) return whole
      return typeof value === 'function' ? value(fillHtml(content, values)) : value
    },
  )
  return html`${parts}`
}

/** Escapes text for HTML, SVG and Pango markup. Characters that those formats forbid become spaces. */
export function escapeHtml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what is replaced
      .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
  )
}

/** Returns an element with a stylesheet that is part of the source code, and is therefore not escaped. */
export function styleElement(css: string): Html {
  return new Html(`<style>${css}</style>`)
}

/** Returns JSON-LD in an element. No text in it can end the element or begin a comment. */
export function jsonLd(data: Record<string, unknown>): Html {
  return jsonElement({ type: 'application/ld+json' }, data)
}

/** Returns JSON in an element. No text in it can end the element or begin a comment, and browsers never run it. */
export function jsonElement(
  { type, id }: { type: 'application/json' | 'application/ld+json'; id?: string },
  data: Record<string, unknown>,
): Html {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeCharacter)
  return new Html(`<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
