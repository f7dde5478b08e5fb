import type { Page } from '@playwright/test'
import { readCatalog } from '#server/platform/language/catalogs.ts'
import { sidewaysOverflow } from './layout.ts'
import { expect } from './product.ts'

const catalog = readCatalog('es')

/** Returns the Spanish text on a screen for its English text, with the values of its placeholders. */
export function es(english: string, values: Record<string, string> = {}): string {
  const translation = catalog.get(english)
  if (translation === undefined) throw new Error(`There is no Spanish for "${english}"`)
  return translation
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Words that are frequent on screens in English and that Spanish does not have. */
const englishWords = [
  'the and your you yours with of to from for is are was were will can this that these those it its by at on in or not has have',
  'be been what where when who how why which if all any more most next other others new then than there here about after before',
  'sign show hide close open search save cancel send edit add delete remove read write take choose change reply follow following',
  'follows support supports oppose opposes loading posted post comment comments bill bills vote votes stance stances message',
  'messages group groups people person settings updates notifications account address password name username feed home news',
  'elections profile privacy help back skip try again something wrong please first last day days week weeks ago today yesterday',
  'text history progress discussion introduced committee passed signed failed sponsor sponsors cosponsor official officials',
  'learning changed mind minds resident member members neighbors level levels topic topics trending bookmark bookmarks share',
  'print download report summary source sources checked language sort top oldest newest filter filters discover representative',
  'representatives senator phone party office contact unread none nothing everyone only where near today mark see back done',
  'house senate hearing hearings tomorrow correction',
].flatMap((words) => words.split(' '))

const english = `(?<![\\p{L}\\p{N}@./_-])(?:${englishWords.join('|')})(?![\\p{L}\\p{N}@/_-])`

/**
 * Returns the texts and accessible names on the page that have an English word. Texts that say that they are in English are left
 * out, as are bills of other tests and the words in `data`.
 */
export function englishTexts(page: Page, data: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ([pattern, known]) => {
      const isEnglish = new RegExp(pattern, 'iu')
      const isOwn = (element: Element) => {
        const card = element.closest('article')
        return !card || card.closest('[role=dialog]') || known.some((text) => card.textContent.includes(text))
      }
      const attributes = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']
      const texts = [document.title]
      for (const element of document.body.querySelectorAll('*')) {
        // The words of members and commands stay as they were written.
        if (
          element.closest('script, style, noscript, textarea, blockquote, code') ||
          !element.checkVisibility()
        ) {
          continue
        }
        if (!isOwn(element) || element.closest('[lang]')?.getAttribute('lang') !== 'es') continue
        for (const name of attributes) texts.push(element.getAttribute(name) ?? '')
        for (const node of element.childNodes) {
          if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '')
        }
      }
      return [...new Set(texts)].filter((text) =>
        // "Portland, OR" is a place.
        isEnglish.test(
          known.reduce((rest, one) => rest.replaceAll(one, ''), text.replaceAll(/, [A-Z]{2}\b/g, '')),
        ),
      )
    },
    [english, data] as const,
  )
}

/** Expects that everything on the screen is in Spanish and that nothing extends beyond a phone. */
export async function expectSpanish(page: Page, screen: string, data: readonly string[]) {
  await expect(page.getByText(es('Loading...'), { exact: true })).toHaveCount(0)
  await expect.poll(() => englishTexts(page, data), { message: screen }).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => sidewaysOverflow(page), { message: `${screen} at 390 px` }).toBe(0)
  await expect.poll(() => englishTexts(page, data), { message: `${screen} at 390 px` }).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** Returns the elements that show nothing but this English text and that do not say that it is English. */
export function unmarkedEnglish(page: Page, text: string): Promise<string[]> {
  return page.evaluate(
    (english) =>
      [...document.body.querySelectorAll('*')]
        .filter(
          (element) =>
            element.children.length === 0 &&
            element.textContent.trim() === english &&
            element.checkVisibility() &&
            element.closest('[lang]')?.getAttribute('lang') !== 'en',
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    text,
  )
}
