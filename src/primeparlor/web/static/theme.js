// Applies the stored theme before the first paint; shell.js is a module and loads too late for that.
try {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // Storage is switched off: use the system's theme.
}
