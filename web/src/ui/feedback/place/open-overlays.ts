/** What lies over the page and is worked in, as children of the body. */
export const OVERLAYS = [".MuiDialog-root", ".MuiDrawer-modal"] as const;
const anyOf = OVERLAYS.join(", ");

/** Tells of each dialog and drawer that opens. */
export function onOverlay(opened: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.some((node) => node instanceof Element && node.matches(anyOf))) opened();
  });
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** Where the buttons of what is open stand. */
export const buttonsOfOverlays = (): DOMRect[] =>
  [...document.querySelectorAll(OVERLAYS.map((one) => `${one} button`).join(", "))].map((button) => button.getBoundingClientRect());
