import { Fragment, type ReactNode } from 'react'
import { pluralForm, t } from '#contract/kit/translate.ts'

type Part = ReactNode | ((content: ReactNode) => ReactNode)

/**
 * A sentence with elements in it, translated as one text so that each language has its own order of words. `{name}` is a
 * value, and `<b>…</b>` passes what it contains to the function of that name. With `count`, the text has forms as in `plural`.
 */
export function T({
  text,
  values,
  count,
}: {
  text: string
  values: Readonly<Record<string, Part>>
  count?: number
}) {
  const translated = t(text)
  return partsOf(count === undefined ? translated : pluralForm(count, translated), values)
}

function partsOf(text: string, values: Readonly<Record<string, Part>>): ReactNode {
  return Array.from(text.matchAll(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>|[^{<]+|[{<]/g), (match, index) => {
    const [whole, name, element, content = ''] = match
    if (name !== undefined) {
      const value = values[name]
      return <Fragment key={index}>{typeof value === 'function' ? whole : value}</Fragment>
    }
    if (element === undefined) return whole
    const wrap = values[element]
    const inner = partsOf(content, values)
    return <Fragment key={index}>{typeof wrap === 'function' ? wrap(inner) : inner}</Fragment>
  })
}
