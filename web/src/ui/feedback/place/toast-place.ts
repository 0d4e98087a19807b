import { MOBILE_MAX_WIDTH } from "../../theme/tokens.ts";
import { buttonsOfOverlays } from "./open-overlays.ts";

/** How far notices stand from the foot: on a phone the strong button and the tabs are there, and what is pressed next must not be covered. */
export const FOOT = { wide: 20, phone: 92 };
const WIDEST = 460;
/** Three of them, the last of which may take two lines. */
const HIGHEST = 190;

export type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

/** Whether notices at the foot of a window would lie over a part of it. */
export function liesUnder({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): boolean {
  const foot = height - (width <= MOBILE_MAX_WIDTH ? FOOT.phone : FOOT.wide);
  const beside = Math.max(0, (width - WIDEST) / 2);
  return right > beside && left < width - beside && bottom > foot - HIGHEST && top < foot;
}

/** What fills half of the window is no thing that a notice tells of, but what such things lie on. */
const isThing = ({ top, bottom }: Box, { height }: { height: number }): boolean => bottom - top < height / 2;

const sizeOfWindow = () => ({ width: window.innerWidth, height: window.innerHeight });

/** Whether notices at the foot would lie over buttons of an open dialog or drawer. */
export const coversButtons = (): boolean => buttonsOfOverlays().some((box) => liesUnder(box, sizeOfWindow()));

/** Where notices at the head begin: below the bar of the application. */
const BAR = 64;
const GAP = 8;
/** One of two lines. */
const ROOM = 64;

/** How far from the top notices at the head begin: below what says whose page or panel it is, where they would lie over that. */
export function headBelow(names: readonly Box[], { width, height }: { width: number; height: number }): number {
  const beside = Math.max(0, (width - WIDEST) / 2);
  const under = names.filter(({ left, right }) => right > beside && left < width - beside).toSorted((a, b) => a.top - b.top);
  const top = under.reduce((at, name) => (name.bottom > at && name.top < at + ROOM ? name.bottom + GAP : at), BAR);
  return top < height / 2 ? top : BAR;
}

/** What says whose page or panel it is. */
const NAMES = "[data-says-whose]";

/** The same in the window as it is. */
export const headHere = (): number =>
  headBelow(
    [...document.querySelectorAll(NAMES)].map((name) => name.getBoundingClientRect()).filter(({ left, right }) => right > left),
    sizeOfWindow(),
  );

const thing = "[data-card], button, a, li, tr, label";

/** Where the hand was last, or what the keyboard is on: what a notice tells of is there; what is pressed next in an open dialog or drawer is no less kept free. */
export function placeOf(hand: { x: number; y: number } | undefined): "top" | "bottom" {
  const size = sizeOfWindow();
  const under = hand && document.elementFromPoint(hand.x, hand.y)?.closest(thing);
  const focused = document.activeElement;
  // A notice's own button is no thing that it tells of.
  const held = focused?.closest(".notistack-SnackbarContainer") ? null : focused?.closest(thing);
  const boxes = [under, held].flatMap((one) => (one ? [one.getBoundingClientRect()] : [])).filter((box) => isThing(box, size));
  const point = hand ? [{ left: hand.x, right: hand.x, top: hand.y, bottom: hand.y }] : [];
  return coversButtons() || [...point, ...boxes].some((box) => liesUnder(box, size)) ? "top" : "bottom";
}
