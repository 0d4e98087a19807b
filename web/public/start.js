// Runs before the first paint and before the application. A file of its own, because the content policy allows no inline scripts.

// A person who chose the dark look never sees a light flash; who leaves it to the system sees it change with that.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    let mode = "system";
    try {
      mode = localStorage.getItem("leashline-mode") || "system";
    } catch {
      // storage may be closed to us; the system's preference decides
    }
    const dark = mode === "dark" || (mode === "system" && system.matches);
    document.documentElement.setAttribute("data-theme", dark ? "dark" : "light");
  };
  dress();
  system.addEventListener("change", dress);
})();

// On another website the page looks like a part of that (web/src/styles/framed.css).
if (window.parent !== window) document.documentElement.setAttribute("data-framed", "");

// The page at this address is fetched together with what starts the application, not after it (web/ahead.ts).
for (const { content, dataset } of document.querySelectorAll('meta[name="ahead"]')) {
  if (!location.pathname.startsWith(dataset.path)) continue;
  for (const href of content.split(" "))
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
