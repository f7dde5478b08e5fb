import { appParameter, billIdTag, entryItem, memberPageTag } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { waitUntilPainted, waitUntilParsed } from './app/early/appScripts.ts'
import { keepUrlInLanguageLinks, takeLanguageOfLink } from './kit/languageLinks.ts'
import { applyChosenTheme } from './kit/theme/chosenTheme.ts'

// Runs in the <head> of a page for visitors, before anything is painted. The server sends the same page to everyone, so
// this script redirects members to the app, where the URL shows a bill or that it leads nowhere. Until the page of the app arrives, a member reads the bill here,
// without the parts for visitors. The script imports little so that the page loads fast.
start()
keepUrlInLanguageLinks()
addEventListener('DOMContentLoaded', enableCopyButtons)
// The browser may show the page again without loading it, and the reader may have signed in or out since.
addEventListener('pageshow', (event) => {
  if (event.persisted) start()
})

function start() {
  try {
    applyChosenTheme()
    const isMember = 'token' in localStorage && 'user' in localStorage
    const hasScreen = document.querySelector(`meta[name=${billIdTag}], meta[name=${memberPageTag}]`)
    document.documentElement.toggleAttribute('data-member', isMember)
    if (isMember && hasScreen) {
      // The app saves the language of the link in the member's account, so it stays in the URL.
      void openApp()
      return
    }
  } catch {
    // The browser blocks the storage, so there is neither a chosen theme nor a session.
  }
  takeLanguageOfLink()
}

/** Opens the app at the same URL, and keeps the parameters of the link, such as the comment. */
async function openApp() {
  const query = new URLSearchParams(location.search)
  query.set(appParameter, '')
  // After a reload, the entry of the history knows the feed behind the bill, and the navigation would lose it.
  sessionStorage.setItem(entryItem, JSON.stringify(history.state))
  // Browsers do not paint a page that they are already leaving.
  await waitUntilParsed()
  await waitUntilPainted()
  location.replace(`${location.pathname}?${query}${location.hash}`)
}

/**
 * Shows and enables the copy buttons of a page that the server rendered. A button's `data-copies` is the id of the field
 * to copy, and the element after the button shows the result. If the browser refuses to copy, the field stays selected.
 * The code is short, because every shared page contains it.
 */
function enableCopyButtons() {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.hidden = false
    button.addEventListener('click', () => void copyField(button))
  }
}

async function copyField(button: HTMLButtonElement) {
  const field = document.querySelector<HTMLTextAreaElement>(`#${button.dataset['copies']}`)
  field?.select()
  const isCopied = await navigator.clipboard?.writeText(field?.value ?? '').then(
    () => true,
    () => false,
  )
  const status = button.nextElementSibling
  if (status) status.textContent = isCopied ? t('Copied') : t('Selected. Copy it yourself.')
}
