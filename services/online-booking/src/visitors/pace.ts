import { type Tx, tooManyTries } from "@leashline/kit";
import type { DB } from "../db.ts";
import { nextTurn, turn } from "./pace.store.ts";

/** So many turns in a while are free; each one more makes the next wait, four times as long as the last, up to a bound. */
export type Pace = { what: string; free: number; windowSeconds: number; firstWait: number; mostWait: number; why?: string };

const hour = 3_600;
const day = 24 * hour;

/** Times that visitors of one network have held for them. */
export const holding: Pace = { what: "hold", free: 60, windowSeconds: hour, firstWait: 5, mostWait: 600 };
/** Codes: to one number or address, from one network, and for one business, whose texts cost it money. */
export const codesTo: Pace = {
  what: "code to",
  free: 0,
  windowSeconds: day,
  firstWait: 30,
  mostWait: 6 * hour,
  why: "A code was just sent.",
};
/** One network is a whole café: each number in it is bounded by itself, so that somebody who asks for many does not shut the others out for long. */
export const codesOfNetwork: Pace = { what: "code network", free: 30, windowSeconds: hour, firstWait: 10, mostWait: 120 };
/** Whoever goes on all day waits longer: a café does not ask for a hundred. */
export const codesOfNetworkDay: Pace = { what: "code network day", free: 90, windowSeconds: day, firstWait: 60, mostWait: hour };
export const codesOfBusiness: Pace = { what: "code business", free: 300, windowSeconds: day, firstWait: 5, mostWait: 600 };
/** Requests that were sent from one network, whether they are taken or refused: somebody who corrects what they typed stays far below it. */
export const sending: Pace = { what: "send", free: 60, windowSeconds: hour, firstWait: 5, mostWait: 600 };
/** Requests of one network that were in order: what is refused for what it says takes none of these turns. Counted before a card is charged and a time is held. */
export const asking: Pace = { what: "ask", free: 10, windowSeconds: day, firstWait: 600, mostWait: 6 * hour };
/** What visitors of one network sign, whether it is taken or refused: a refusal comes before anything else of them is counted. */
export const signing: Pace = { what: "sign", free: 40, windowSeconds: hour, firstWait: 5, mostWait: 600 };
/** One request, sent again by whoever is back from their bank: it was counted when they were sent there. */
export const returning: Pace = { what: "return", free: 10, windowSeconds: hour, firstWait: 60, mostWait: hour };
/** How far visitors of one network come, and how many bookings they begin: a page tells a dozen times of one. */
export const progressing: Pace = { what: "progress", free: 600, windowSeconds: hour, firstWait: 5, mostWait: 600 };
export const beginning: Pace = { what: "begin", free: 30, windowSeconds: day, firstWait: 60, mostWait: hour };
/** Steps of the page that visitors of one network come to. */
export const visiting: Pace = { what: "visit", free: 600, windowSeconds: hour, firstWait: 5, mostWait: 600 };

/** Changes of one appointment with the link in its messages: each of them texts the client. */
export const changing: Pace = { what: "change", free: 20, windowSeconds: day, firstWait: 60, mostWait: hour };

/** What one client writes to the business on their own pages: each of them rings at the desk. */
export const writing: Pace = { what: "write", free: 20, windowSeconds: day, firstWait: 60, mostWait: hour };

/** A turn is counted when it is taken, so that a hundred at once are a hundred; who must wait is told how long. Answers how many seconds the next one waits. */
export async function takeTurn(tx: Tx<DB>, pace: Pace, who: string): Promise<number> {
  const wait = await turn(tx, pace, who);
  if (wait !== null) return wait;
  const next = await nextTurn(tx, pace, who);
  throw tooManyTries(Math.max(1, Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000)), pace.why);
}
