/** The footer of the page, which the open bill covers. The server writes the footer, so the app can only copy it. */
export function FooterCopy() {
  return <div ref={copyFooter} className="siteFooter no-print" />
}

function copyFooter(element: HTMLElement | null) {
  const footer = document.getElementById('footer')?.cloneNode(true)
  if (element && footer) element.replaceChildren(...footer.childNodes)
}
