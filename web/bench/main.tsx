import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

// One calendar on a page by itself: ?who=ours&view=week. From before it is mounted until after the first paint, in milliseconds, on `window.seen`.

export type Page = (view: string) => ReactElement | undefined;

const calendars: Record<string, () => Promise<{ page: Page }>> = {
  ours: () => import("./ours.tsx"),
  fullcalendar: () => import("./fullcalendar.tsx"),
  bigcalendar: () => import("./bigcalendar.tsx"),
  plain: () => import("./plain.tsx"),
};

const asked = new URLSearchParams(location.search);
const { page } = await (calendars[asked.get("who") ?? "ours"] ?? calendars.ours)!();
const element = page(asked.get("view") ?? "week");
const target = document.getElementById("root");

const painted = (): Promise<void> =>
  new Promise((done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(undefined);
    }),
  );

if (target && element) {
  await painted();
  const began = performance.now();
  const root = createRoot(target);
  flushSync(() => root.render(element));
  await painted();
  const ms = performance.now() - began;
  Object.assign(window, { seen: { ms, nodes: target.querySelectorAll("*").length } });
} else Object.assign(window, { seen: { ms: Number.NaN, nodes: 0 } });
