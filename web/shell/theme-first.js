// Before anything is drawn, so that a chosen theme does not flash. Not a module: those run later.
try {
  const theme = localStorage.getItem('card-market-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme stays.
}
