import { billIdTag } from '../contract/bills/sharedBills.ts'
import { enableCopyButtons } from './kit/copyButtons.ts'
import { applyChosenTheme } from './kit/theme/chosenTheme.ts'

// Runs in the <head> of a shared bill's page, before anything is painted. The server sends the same page to everyone, so
// this script redirects members to the bill in the app. It imports little, so that the page loads fast.
start()
addEventListener('DOMContentLoaded', enableCopyButtons)
// The browser may show the page again without loading it, and the reader may have signed in or out since.
addEventListener('pageshow', (event) => {
  if (event.persisted) start()
})

function start() {
  try {
    applyChosenTheme()
    const isMember = localStorage.getItem('token') !== null && localStorage.getItem('user') !== null
    const bill = document.querySelector<HTMLMetaElement>(`meta[name=${billIdTag}]`)?.content
    document.documentElement.hidden = isMember && bill !== undefined
    if (isMember && bill) openBill(bill)
  } catch {
    // The browser blocks the storage, so there is neither a chosen theme nor a session.
  }
}

/** Opens the bill in the app, and keeps the other parameters of the link, such as the comment. */
function openBill(bill_id: string) {
  const query = new URLSearchParams(location.search)
  query.set('highlight', bill_id)
  location.replace(`/feed?${query}${location.hash}`)
}
