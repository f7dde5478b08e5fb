/**
 * The ref of a selected tab. Its list, which may be wider than a phone, scrolls to the tab, and again when the size of the list
 * changes. The page does not scroll, as it would with scrollIntoView.
 */
export function centerTab(tab: HTMLElement | null) {
  const list = tab?.parentElement
  if (!list) return undefined
  const observer = new ResizeObserver(() => {
    const { left, width } = list.getBoundingClientRect()
    const { left: tabLeft, width: tabWidth } = tab.getBoundingClientRect()
    list.scrollLeft += tabLeft + tabWidth / 2 - left - width / 2
  })
  observer.observe(list)
  return () => observer.disconnect()
}
