/**
 * Applies the theme that the member has chosen (see theme.ts). Call this before the first paint so that the page does not
 * flash in the wrong theme.
 */
export function applyChosenTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
