/**
 * Keys belong somewhere at all times. When what had the focus is gone from the page, the nearest thing it stood in has it; when it is switched off
 * while it works, it has the focus again afterwards. Answers the way to stop.
 */
export const keepFocus = (): (() => void) => {
  /** What had the focus last, and what it stands in, from the inside out. */
  let path: HTMLElement[] = [];
  let off: HTMLElement | undefined;
  const onFocus = (event: FocusEvent) => {
    const next = event.composedPath().filter((one) => one instanceof HTMLElement);
    // Something around it holds its place meanwhile.
    if (off && next[0]?.contains(off)) return;
    path = next;
    off = undefined;
  };
  // Whoever points elsewhere has left.
  const onPointer = () => {
    path = [];
    off = undefined;
  };
  const look = () => {
    const active = document.activeElement;
    const last = path[0];
    if (!last) return;
    if (last.isConnected && last.matches(":disabled")) {
      if (off === last) return;
      off = last;
      // Escape still closes the dialog around it.
      path.find((one) => one.getAttribute("role") === "dialog")?.focus({ preventScroll: true });
    } else if (active !== document.body && !(off && active?.contains(off))) return;
    else if (!last.isConnected) {
      const holder = path.find((one) => one.isConnected && one.hasAttribute("tabindex")) ?? document.getElementById("content");
      onPointer();
      holder?.focus({ preventScroll: true });
    } else if (off === last) last.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", onFocus);
  document.addEventListener("pointerdown", onPointer, true);
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("pointerdown", onPointer, true);
  };
};
