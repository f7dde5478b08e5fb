import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

/**
 * A virtual screen reader (https://github.com/guidepup/virtual-screen-reader) that runs in the page, follows the focus of real key
 * presses, and speaks names, roles, states, values, descriptions and live regions as the specifications of ARIA say. The script in
 * the page adds what it lacks: it speaks alerts that are inserted with their text, and the state of the focused element
 * when that changes.
 */
export type Reader = {
  /** Presses keys, such as 'Tab' or 'Escape'. What was spoken before no longer counts for `hears`. */
  press: (...keys: string[]) => Promise<void>
  /** Replaces the text of the focused field. */
  type: (text: string) => Promise<void>
  /** Presses Tab, or another key, until the reader speaks this phrase. */
  tab: (phrase: string, options?: { key?: string; most?: number }) => Promise<void>
  /** Moves from heading to heading, or from landmark to landmark, until the reader speaks this phrase. */
  move: (to: 'Heading' | 'Landmark', phrase: string) => Promise<void>
  /** Reads on from there, element by element, until the reader speaks this phrase. */
  read: (phrase: string) => Promise<void>
  /** Waits until the reader has spoken this phrase since the last key press. A live region must speak it once only. */
  hears: (phrase: string) => Promise<void>
  /** Everything that was spoken since the last key press. */
  heard: () => Promise<string[]>
}

const bundle = fileURLToPath(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js'))
// The bundle is a module, and scripts that run before a page are not.
const library = readFileSync(bundle, 'utf8').replace(
  /export\{[\w$]+ as Virtual,([\w$]+) as virtual\};/,
  (_exports, reader: string) => `globalThis.screenReader = ${reader};`,
)

type VirtualReader = {
  start: (options: { container: Node }) => Promise<void>
  next: () => Promise<void>
  perform: (command: string) => Promise<void>
  spokenPhraseLog: () => Promise<string[]>
}

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a global name
  var screenReader: VirtualReader
  // oxlint-disable-next-line no-var -- see above
  var spoken: string[] | undefined
}

/** Starts the reader in this page, and again in each document that the page loads. */
export async function startReader(page: Page): Promise<Reader> {
  await page.addInitScript({
    content: `addEventListener('DOMContentLoaded', () => {\n${library}\n;(${followPage.toString()})()\n})`,
  })
  let [mark, isNewDocument, hasPressed] = [0, false, false]
  page.on('domcontentloaded', () => {
    isNewDocument = true
    hasPressed = false
  })

  // While a document is replaced by the next one, nothing is spoken.
  const log = () => page.evaluate(() => globalThis.spoken ?? []).catch(() => [])
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  const heard = async () => {
    const phrases = await log()
    return phrases.slice(isNewDocument ? 0 : mark).filter((phrase, index, all) => phrase !== all[index - 1])
  }
  const setMark = async () => {
    isNewDocument = false
    mark = (await log()).length
  }
  const press = async (...keys: string[]) => {
    await setMark()
    hasPressed = true
    for (const key of keys) await page.keyboard.press(key)
  }
  const hears = async (phrase: string) => {
    await expect
      .poll(async () => (await heard()).find((spoken) => isPhrase(spoken, phrase)) ?? (await heard()))
      .toEqual(expect.stringContaining(phrase))
    const live = (await heard()).filter((spoken) => /^(polite|assertive): /.test(spoken))
    const copies = live.filter((spoken) => textOf(spoken) === textOf(phrase))
    expect(copies.length, `live regions say once: ${live.join(' | ')}`).toBeLessThanOrEqual(1)
    if (!hasPressed) return
    await expect.poll(hasFocus, `the focus is kept after "${phrase}"`).toBe(true)
  }
  /** Repeats a step until it makes the reader speak the phrase. */
  const until = async (phrase: string, most: number, step: () => Promise<void>) => {
    const passed: string[] = []
    for (let turn = 0; turn <= most; turn += 1) {
      await setMark()
      await step()
      // The reader speaks after the page has handled the step.
      const last = await page.evaluate(lastPhrase).catch(() => '')
      if (isPhrase(last, phrase)) return
      passed.push(last)
    }
    throw new Error(`"${phrase}" was not spoken in ${most} steps, but:\n${passed.join('\n')}`)
  }
  return {
    press,
    hears,
    heard,
    type: async (text) => {
      await press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    tab: (phrase, { key = 'Tab', most = 90 } = {}) => until(phrase, most, () => page.keyboard.press(key)),
    move: (to, phrase) =>
      until(phrase, 60, () =>
        page.evaluate((command) => globalThis.screenReader.perform(command), `moveToNext${to}`),
      ),
    read: (phrase) => until(phrase, 150, () => page.evaluate(() => globalThis.screenReader.next())),
  }
}

/** Runs in the page, and returns what the reader speaks after the page has handled a key. */
async function lastPhrase(): Promise<string> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
  return (globalThis.spoken ?? []).findLast((spoken) => !/^(polite|assertive): /.test(spoken)) ?? ''
}

/** The phrase is the whole of what was spoken, or its beginning up to a comma. */
function isPhrase(spoken: string, phrase: string): boolean {
  return spoken === phrase || spoken.startsWith(`${phrase}, `) || spoken.startsWith(`${phrase}. `)
}

function textOf(spoken: string): string {
  return spoken.replace(/^(polite|assertive): /, '')
}

/** Runs in the page: starts the reader and adds what it does not speak. */
function followPage() {
  const reader = globalThis.screenReader
  const start = async () => {
    await reader.start({ container: document.body })
    // The array is that of the reader, so what is added here is in order.
    globalThis.spoken = await reader.spokenPhraseLog()
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets nothing but this function
    const textIn = (element: HTMLElement) => {
      let [text, lastBlock] = ['', null as Element | null]
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const block = node.parentElement?.closest('p, div, li, h2, h3, h4, button, span.vh') ?? null
        if (node.parentElement?.closest('[aria-hidden=true]')) continue
        text += block === lastBlock ? node.nodeValue : ` ${node.nodeValue}`
        lastBlock = block
      }
      return text.replaceAll(/\s+/g, ' ').trim()
    }
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- see above
    const readFocus = () => {
      const event = new Event('focusin')
      // No part of the page gets this event, only the reader, which listens on the body.
      Object.defineProperty(event, 'target', { value: document.activeElement })
      document.body.dispatchEvent(event)
    }
    // The reader knows boxes and switches by the attribute, which a press does not change.
    document.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches('[type=checkbox], [type=radio]')) {
        setTimeout(() => {
          target.toggleAttribute('checked', target.checked)
          readFocus()
        })
      }
    })
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations) {
        const focused = document.activeElement
        // The name of a button can be its text.
        const isInButton = focused?.matches('button') && focused.contains(target)
        if (type === 'attributes' ? target === focused : isInButton) readFocus()
        for (const node of addedNodes) {
          if (!(node instanceof Element) || node.parentElement?.closest('[role=alert], [aria-live]')) continue
          for (const alert of [node, ...node.querySelectorAll('*')]) {
            if (alert instanceof HTMLElement && alert.matches('[role=alert]')) {
              globalThis.spoken?.push(`assertive: ${textIn(alert)}`)
            }
          }
        }
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: [
        'aria-pressed',
        'aria-checked',
        'aria-expanded',
        'aria-selected',
        'aria-label',
        'aria-activedescendant',
        'aria-invalid',
      ],
    })
  }
  void start()
}
