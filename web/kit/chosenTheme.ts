/** Before the first paint, so that a chosen theme does not flash. web/kit/theme.ts lets the member choose. */
export function applyChosenTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
