// Applies a chosen theme before anything is painted; web/kit/theme.ts does the choosing.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme stands.
}
