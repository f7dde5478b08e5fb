/** Call it before the first paint, so that the page does not flash in the wrong theme. web/kit/theme.ts lets the member choose. */
export function applyChosenTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
