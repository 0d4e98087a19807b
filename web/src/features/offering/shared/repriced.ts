import { keptDrafts } from "../../../app/session/kept-drafts.ts";
import { signedIn } from "../../../app/session/session.ts";

/** What may be taken back this long (core §4). */
export const UNDO_MS = 10 * 60_000;

export type Version = { id: string; version: number };
/** What a service cost before, and which visits got its new price. */
type Kept = {
  /** In minor units; absent of the pricing rules. */
  was?: string;
  currency?: string;
  /** Visits that still stand at the old price, as far as they were offered. */
  offered: boolean;
  done?: { at: number; changes: Version[] };
};
type State = { kept: Record<string, Kept> };

/** Where prices became others in this tab: what was offered and not taken, and what can be taken back. */
export const useRepriced = keptDrafts<State>("repriced", () => ({ kept: {} }));

/** A price is offered to the visits of one location. */
export const keyOf = (serviceId: string): string => `${signedIn()?.business?.id ?? "0"}:${serviceId}`;

export const remember = (serviceId: string, change: Partial<Kept>): void => {
  const key = keyOf(serviceId);
  useRepriced.setState(({ kept }) => ({ kept: { ...kept, [key]: { offered: false, ...kept[key], ...change } } }));
};
