import { metersBetween } from "@leashline/proto/rules/area-circle.ts";
import { type MapSettings, mapSettings } from "./map-settings.ts";

export type Point = { readonly lat: number; readonly lng: number };
/** One way by road. */
export type Way = { readonly miles: number; readonly minutes: number };
export type Leg = { readonly from: Point; readonly to: Point };
/** Ways that have been found out before, asked by their ends. */
export type Ways = (from: Point, to: Point) => Way;

const METERS_A_MILE = 1609.344;
/** Roads are so much longer than the line between their ends, and one drives so fast on them. */
const ROADS = 1.3;
const MILES_A_MINUTE = 0.5;

const rounded = (miles: number): number => Math.round(miles * 10) / 10;

/** As the crow flies. */
export const milesBetween = (a: Point, b: Point): number => metersBetween(a, b) / METERS_A_MILE;

/** A way that nobody was asked about. */
export const estimated: Ways = (from, to) => {
  const miles = milesBetween(from, to) * ROADS;
  return { miles: rounded(miles), minutes: Math.max(0, Math.ceil(miles / MILES_A_MINUTE - 1e-9)) };
};

const DIGITS = 4;
const at = ({ lat, lng }: Point): string => `${lat.toFixed(DIGITS)},${lng.toFixed(DIGITS)}`;
const keyOf = ({ from, to }: Leg): string => `${at(from)} ${at(to)}`;

const PATIENCE_MS = 4_000;
const AT_ONCE = 8;
const MOST_ASKED = 80;
const MOST_KEPT = 20_000;
/** A way changes with the roads, not with the day. */
const kept = new Map<string, Way>();

type Matrix = {
  status?: string;
  rows?: { elements?: { status?: string; distance?: { value?: number }; duration?: { value?: number } }[] }[];
};

async function asked(settings: MapSettings, leg: Leg): Promise<Way | undefined> {
  const query = new URLSearchParams({ origins: at(leg.from), destinations: at(leg.to), key: settings.apiKey });
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${settings.apiBase}/maps/api/distancematrix/json?${query}`, { signal, redirect: "error" });
    const found = ((await answer.json()) as Matrix).rows?.[0]?.elements?.[0];
    const [meters, seconds] = [found?.distance?.value, found?.duration?.value];
    if (found?.status !== "OK" || typeof meters !== "number" || typeof seconds !== "number") return undefined;
    return { miles: rounded(meters / METERS_A_MILE), minutes: Math.ceil(seconds / 60) };
  } catch {
    return undefined;
  }
}

/** These legs by the vendor of maps, as far as there is one and it answers; any other is estimated. */
export async function waysOf(env: NodeJS.ProcessEnv, legs: readonly Leg[]): Promise<Ways> {
  const settings = mapSettings(env);
  if (!settings) return estimated;
  const base = `${settings.apiBase} `;
  const open = new Map(legs.map((leg) => [keyOf(leg), leg]));
  const missing = [...open].filter(([key]) => !kept.has(base + key)).slice(0, MOST_ASKED);
  if (kept.size + missing.length > MOST_KEPT) kept.clear();
  for (let n = 0; n < missing.length; n += AT_ONCE) {
    const some = missing.slice(n, n + AT_ONCE);
    const found = await Promise.all(some.map(([, leg]) => asked(settings, leg)));
    for (const [i, way] of found.entries()) if (way) kept.set(base + some[i]?.[0], way);
    if (found.every((way) => way === undefined)) break;
  }
  return (from, to) => kept.get(base + keyOf({ from, to })) ?? estimated(from, to);
}
