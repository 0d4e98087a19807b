// Runs before the first paint, so that a person who chose the dark look never sees a light flash.
// A file of its own, because the content policy allows no inline scripts.
(() => {
  let mode = "system";
  try {
    mode = localStorage.getItem("leashline-mode") || "system";
  } catch {
    // storage may be closed to us; the system's preference decides
  }
  const dark = mode === "dark" || (mode === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-theme", dark ? "dark" : "light");
})();
