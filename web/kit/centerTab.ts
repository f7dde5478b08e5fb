/**
 * The ref of a selected tab. Its list, which may be wider than a phone, scrolls to the tab, and again when the size of the list
 * or of a tab changes. The page does not scroll, as it would with scrollIntoView.
 */
export function centerTab(tab: HTMLElement | null) {
  const list = tab?.parentElement
  if (!list) return undefined
  const observer = new ResizeObserver(() => {
    const { left, width } = list.getBoundingClientRect()
    const { left: tabLeft, width: tabWidth } = tab.getBoundingClientRect()
    list.scrollLeft += tabLeft + tabWidth / 2 - left - width / 2
  })
  // The tabs become wider when their font arrives, without a change of the list.
  for (const element of [list, ...list.children]) observer.observe(element)
  return () => observer.disconnect()
}
