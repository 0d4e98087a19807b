/** Less than this is a click. */
export const SLACK = 5;
/** How long a finger rests before it drags; one that moves sooner scrolls. */
const REST_MS = 300;

/**
 * Something is taken hold of once a finger has rested on it, or at once: then it carries `data-held`, does not scroll with the finger, and a long press opens no
 * menu. It ends with the signal.
 */
export function takeHold(
  element: HTMLElement,
  { atOnce, signal, onHeld }: { atOnce: boolean; signal: AbortSignal; onHeld?: () => void },
): { isHeld: () => boolean } {
  if (atOnce) return { isHeld: () => true };
  let held = false;
  const timer = setTimeout(() => {
    held = true;
    element.setAttribute("data-held", "");
    onHeld?.();
  }, REST_MS);
  const keep = (event: Event) => held && event.preventDefault();
  element.addEventListener("touchmove", keep, { passive: false, signal });
  element.addEventListener("contextmenu", keep, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    element.removeAttribute("data-held");
  });
  return { isHeld: () => held };
}

const swallow = (event: Event) => event.stopPropagation();
/** The click that ends a drag must not open what was dragged; a finger's drag ends without one. */
export function swallowClick(): void {
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
}

/**
 * Escape lets go of what a pointer drags, until the signal ends. The key does nothing else then (no panel beside it closes), and neither does the release after it.
 */
export function letGoByEscape(pointerId: number, signal: AbortSignal, letGo: () => void): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const over = new AbortController();
    const onOver = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      over.abort();
      if (now.type === "pointerup") swallowClick();
    };
    for (const type of ["pointerup", "pointercancel", "pointerdown"] as const)
      window.addEventListener(type, onOver, { capture: true, signal: over.signal });
    letGo();
  };
  window.addEventListener("keydown", onKey, { capture: true, signal });
}
