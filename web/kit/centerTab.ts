/**
 * A ref for the selected tab. It scrolls the list of tabs, which may be wider than a phone, until the tab is centered. With
 * scrollIntoView the page would scroll too.
 */
export function centerTab(tab: HTMLElement | null) {
  const list = tab?.parentElement
  if (!list) return
  const { left, width } = list.getBoundingClientRect()
  const { left: tabLeft, width: tabWidth } = tab.getBoundingClientRect()
  list.scrollLeft += tabLeft + tabWidth / 2 - left - width / 2
}
