import { billIdTag } from '#contract/bills/sharedBills.ts'

/**
 * The id of the element that covers the app until the app can show the same: the first bills of the feed
 * (web/app/early/EarlyFeed.tsx), or the bill that a link opens (server/publishing/sharing/sharedPage.ts).
 */
export const earlyScreenId = 'early'

/** Returns the id of the bill that the server wrote into the page. Null if it wrote none. */
export function earlyBillId(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name=${billIdTag}]`)?.content ?? null
}

/** Attaches the shadow root of the early screen, if the browser has not done so while it parsed the page. */
export function attachEarlyScreen() {
  const screen = document.getElementById(earlyScreenId)
  const template = screen?.querySelector('template')
  if (!screen || !template) return
  screen.attachShadow({ mode: 'open' }).append(template.content)
  template.remove()
}

/** Returns the hidden buttons of the member's stance in the bill that the server wrote into the page. */
export function earlyStanceSection(): HTMLElement | null {
  return document.getElementById(earlyScreenId)?.shadowRoot?.querySelector<HTMLElement>('.ownStance') ?? null
}

export function removeEarlyScreen() {
  document.getElementById(earlyScreenId)?.remove()
}
