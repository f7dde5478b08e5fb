/** A piece of a page in which every value is escaped. Only the functions of this file make one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | null | false | readonly Value[]

/** The markup of a template. Strings and numbers in it are escaped; null and false leave nothing. */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(markup.reduce((text, part, index) => text + render(values[index - 1] ?? null) + part))
}

function render(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
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

/** A stylesheet of the page itself, written by us. */
export function styleElement(css: string): Html {
  return new Html(`<style>${css}</style>`)
}

/** JSON-LD in an element of its own, in which no text can end the element or begin a comment. */
export function jsonLd(data: Record<string, unknown>): Html {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escapeCharacter)
  return new Html(`<script type="application/ld+json">${json}</script>`)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
