import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { billHtmlAttributes, billHtmlLinkAttributes, billHtmlTags } from '#contract/bills/versions.ts'
import { sanitizeBillHtml } from '#server/sources/text/sanitize.ts'
import { hostileHtml } from './hostileHtml.ts'
import { expect, test } from './support/product.ts'

const assets = `${process.env.PAGES_DIST ?? fileURLToPath(new URL('../dist', import.meta.url))}/assets`

/** Returns the path of the built script that turns the HTML of a bill into elements. */
function builtParser(): string {
  const name = readdirSync(assets).find((file) => /^buildBillHtml-.*\.js$/.test(file))
  return `/assets/${name}`
}

/** The elements and attributes that the page may create from the HTML of a bill. */
const allowList = {
  tags: [...billHtmlTags],
  attributes: { ...billHtmlAttributes, a: ['href', ...Object.keys(billHtmlLinkAttributes)] },
}

// This test runs the built script under the product's security policy. The fixture of `test` fails if it is violated.
test('hostile HTML leaves nothing in the page that runs, loads or is not on the list', async ({
  page,
  app,
}) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== app.origin) outside.push(request.url())
  })
  await page.goto('/login')
  const both = hostileHtml.flatMap((html) => [html, sanitizeBillHtml(html)])
  const problemsInPage = await page.evaluate(
    async ([script, strings, allowed]) => {
      const problems: string[] = []
      // The hostile HTML calls this function if it succeeds in running a script.
      Object.assign(window, { stolen: () => problems.push('a script ran') })
      const { buildBillHtml } = await import(script)
      const box = document.createElement('main')
      document.body.replaceChildren(box)
      for (const html of strings) {
        box.replaceChildren(buildBillHtml(html))
        for (const element of box.querySelectorAll('*')) {
          const name = element.localName
          const attributes: Record<string, readonly string[]> = allowed.attributes
          if (!allowed.tags.includes(name)) problems.push(`<${name}> of ${html}`)
          if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') {
            problems.push(`<${name}> outside the HTML namespace of ${html}`)
          }
          for (const attribute of element.attributes) {
            if (!attributes[name]?.includes(attribute.name)) problems.push(`${attribute.name} of ${html}`)
          }
          if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
            if (!/^https?:$/.test(element.protocol)) problems.push(`${element.href} of ${html}`)
            if (element.rel !== 'noopener' || element.target !== '_blank') problems.push(`link of ${html}`)
          } else if (element instanceof HTMLElement) element.click()
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
        }
        // Printing, copying or translating the page would parse such markup again.
        if (/<(?:img|script|svg|math|style|iframe)\b/i.test(box.innerHTML)) problems.push(`markup of ${html}`)
      }
      return problems
    },
    [builtParser(), both, allowList] as const,
  )
  expect(problemsInPage).toEqual([])
  expect(outside).toEqual([])
})

test('HTML that the importer has cleaned is shown unchanged', async ({ page }) => {
  await page.goto('/login')
  const clean = sanitizeBillHtml(
    '<h2>Sec. 1</h2><p>A &amp; B, <s>old</s><ins>new</ins> &lt;5&gt;</p><ol start="3"><li>c</li></ol>' +
      '<table><tbody><tr><td colspan="2">x<br />y</td></tr></tbody></table>' +
      '<p><a href="https://law.example/a?b=1&amp;c=2">law</a></p>',
  )
  const shown = await page.evaluate(
    async ([script, html]) => {
      const { buildBillHtml } = await import(script)
      const box = document.createElement('div')
      box.append(buildBillHtml(html))
      return box.innerHTML
    },
    [builtParser(), clean] as const,
  )
  expect(shown).toBe(clean.replaceAll('<br />', '<br>'))
})
