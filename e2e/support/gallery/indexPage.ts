import { escapeHtml } from '#server/platform/http/pages/html.ts'
import type { Row, Theme } from './pictures.ts'

/** Writes the page of the gallery: a row for each screen and state, with a column for each width and theme. */
export function galleryPage(
  rows: readonly Row[],
  widths: readonly number[],
  themes: readonly Theme[],
): string {
  const columns = widths.flatMap((width) => themes.map((theme) => ({ width, theme })))
  const choices = {
    screen: valuesOf(rows.map(({ screen }) => screen)),
    state: valuesOf(rows.map(({ state }) => state)),
    width: widths.map(String),
    theme: [...themes],
    language: valuesOf(rows.map(({ language }) => language)),
  }
  const filters = Object.entries(choices).map(
    ([name, values]) =>
      `<label>${name} <select name="${name}"><option value="">all</option>${values
        .map((value) => `<option>${value}</option>`)
        .join('')}</select></label>`,
  )
  const heads = columns.map(
    ({ width, theme }) =>
      `<th scope="col" data-width="${width}" data-theme="${theme}">${width} ${theme}</th>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery of Hurd</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 16px; color: #1d1d1f; background: #f4f4f6 }
  form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 16px; padding: 8px 0; background: #f4f4f6 }
  th { text-align: start; vertical-align: top; font-weight: 600 }
  tbody th { min-width: 11rem }
  small { display: block; font-weight: 400 }
  .failure { color: #a40000 }
  img { display: block; width: 220px; height: 320px; object-fit: cover; object-position: top; border: 1px solid #bbb }
</style>
<h1>Gallery</h1>
<form>${filters.join('\n')}<output></output></form>
<table>
<thead><tr><th scope="col">Screen and state</th>${heads.join('')}</tr></thead>
<tbody>
${rows.map((row) => rowOf(row, columns)).join('\n')}
</tbody>
</table>
<script>
  const form = document.querySelector('form')
  function filter() {
    const chosen = [...new FormData(form)].filter(([, value]) => value !== '')
    let shown = 0
    for (const element of document.querySelectorAll('[data-screen], [data-width]')) {
      const { dataset } = element
      element.hidden = chosen.some(([name, value]) => name in dataset && dataset[name] !== value)
      if ('screen' in dataset && !element.hidden) shown += 1
    }
    document.querySelector('output').textContent = shown + ' rows'
  }
  form.addEventListener('change', filter)
  filter()
</script>
</html>
`
}

function rowOf(row: Row, columns: { width: number; theme: string }[]): string {
  const { screen, state, language } = row
  const failure = row.failure === null ? '' : `<small class="failure">${escapeHtml(row.failure)}</small>`
  const cells = columns.map(({ width, theme }) => {
    const picture = row.pictures.find((each) => each.width === width && each.theme === theme)
    const image = picture
      ? `<a href="${picture.file}"><img loading="lazy" src="${picture.file}" alt="${screen}, ${state}, ${language}, ${width} px, ${theme}"></a>`
      : ''
    return `<td data-width="${width}" data-theme="${theme}">${image}</td>`
  })
  return `<tr data-screen="${screen}" data-state="${state}" data-language="${language}"><th scope="row">${screen}, ${state}, ${language}<small>${escapeHtml(row.about)}</small><small>${escapeHtml(row.address)}</small>${failure}</th>${cells.join('')}</tr>`
}

function valuesOf(values: string[]): string[] {
  return [...new Set(values)]
}
