// The kept theme, set before anything is drawn; the shell's own module loads too late for that.
try {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
} catch {
  // Storage may be switched off: the system's theme it is.
}
