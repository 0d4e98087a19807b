import type { ReactNode } from "react";
import { wantOverlays } from "./overlays.ts";

/** Short notices. The queue is ours until notistack is on the page, so that nothing said early is lost and sign-in need not load it. */
export type Tone = "success" | "error" | "warning" | "info" | "default";
/**
 * `go`: leads to what it tells of. `about`: what it is of, so that it can be taken away once that is no longer so. `later`: what it says and offers besides as soon as
 * that is known.
 */
export type Notice = { text: ReactNode; tone: Tone; seconds: number; undo?: () => void; go?: Lead; about?: string; later?: Later };
type Lead = { readonly label: string; readonly run: () => void };
export type Beside = { readonly note: string; readonly go: Lead };
export type Later = Promise<Beside | undefined>;

type Show = (notice: Notice) => void;
let show: Show | undefined;
let takeAway: ((about: string) => void) | undefined;
const waiting: Notice[] = [];

export const attachToasts = (to: Show, away?: (about: string) => void): (() => void) => {
  show = to;
  takeAway = away;
  for (const notice of waiting.splice(0)) to(notice);
  return () => {
    show = undefined;
    takeAway = undefined;
  };
};

/** What can be taken back can be for at least so long. */
const UNDO_SECONDS = 10;

let hand: { x: number; y: number } | undefined;
/** Where something was last pressed or let go, also before notices are on the page. Whoever presses within a notice still looks at what it tells of. */
export const lastHand = () => hand;
globalThis.window?.addEventListener?.(
  "pointerup",
  ({ clientX: x, clientY: y, target }) => {
    if (!(target as Element).closest?.(".notistack-SnackbarContainer")) hand = { x, y };
  },
  true,
);

const say =
  (tone: Tone, seconds: number) =>
  (text: ReactNode, options: Partial<Pick<Notice, "seconds" | "undo" | "go" | "about" | "later">> = {}) => {
    const notice = {
      text,
      tone,
      seconds: Math.max(options.seconds ?? seconds, options.undo ? UNDO_SECONDS : 0),
      ...(options.undo && { undo: options.undo }),
      ...(options.go && { go: options.go }),
      ...(options.about && { about: options.about }),
      ...(options.later && { later: options.later }),
    };
    if (show) {
      show(notice);
      return;
    }
    waiting.push(notice);
    wantOverlays();
  };

export const toast = {
  success: say("success", 3),
  info: say("info", 4),
  warning: say("warning", 5),
  neutral: say("default", 5),
  error: say("error", 5),
  over: (about: string): void => takeAway?.(about),
};
