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

/** What lies over the page and offers something, without being worked in. */
const KEPT_FREE = "[data-kept-free]";

/** Where the buttons stand of what is open, or lies over the page and offers them. */
export const buttonsOfOverlays = (): DOMRect[] => {
  const buttons = [...OVERLAYS, KEPT_FREE].flatMap((one) => [`${one} button`, `${one} a`]).join(", ");
  return [...document.querySelectorAll(buttons)].map((button) => button.getBoundingClientRect());
};
