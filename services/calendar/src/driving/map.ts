import { type MapSettings, mapSettings } from "./map-settings.ts";

export type Suggestion = { readonly placeId: string; readonly title: string; readonly detail: string };
export type Found = Readonly<Record<"address1" | "city" | "state" | "zipcode" | "country" | "lat" | "lng", string>>;
/** "away": the vendor refused, did not answer in time or said what cannot be read. */
export type Answer<T> = { readonly kind: "ok"; readonly value: T } | { readonly kind: "away" } | { readonly kind: "notSetUp" };

const PATIENCE_MS = 4_000;
const MOST_SUGGESTED = 5;
const notSetUp = { kind: "notSetUp" } as const;
const away = { kind: "away" } as const;

type Body = Readonly<Record<string, unknown>> & { readonly status?: unknown };

/** One question to the vendor. Nothing of it is logged: what people type is where their clients live. */
async function ask(settings: MapSettings, path: string, query: Record<string, string>): Promise<Body | null> {
  const url = `${settings.apiBase}/maps/api/${path}/json?${new URLSearchParams({ ...query, key: settings.apiKey })}`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "error" });
    const body = (await answer.json()) as Body | null;
    return answer.ok && (body?.status === "OK" || body?.status === "ZERO_RESULTS") ? body : null;
  } catch {
    return null;
  }
}

const listOf = (value: unknown): Body[] => (Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : []);
const bodyOf = (value: unknown): Body => (typeof value === "object" && value !== null ? (value as Body) : {});
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function suggestionOf(one: Body): Suggestion {
  const { main_text, secondary_text } = bodyOf(one.structured_formatting);
  return { placeId: textOf(one.place_id), title: textOf(main_text) || textOf(one.description), detail: textOf(secondary_text) };
}

export async function suggest(env: NodeJS.ProcessEnv, input: string): Promise<Answer<Suggestion[]>> {
  const settings = mapSettings(env);
  if (!settings) return notSetUp;
  const body = await ask(settings, "place/autocomplete", { input, types: "address" });
  if (!body) return away;
  const known = listOf(body.predictions).map(suggestionOf);
  return { kind: "ok", value: known.filter(({ placeId, title }) => placeId !== "" && title !== "").slice(0, MOST_SUGGESTED) };
}

const DIGITS = 7;
/** Trailing zeroes go: "47.6" rather than "47.6000000". */
const degrees = (value: number): string => String(Number(value.toFixed(DIGITS)));

function foundOf(result: Body): Found | null {
  const { lat, lng } = bodyOf(bodyOf(result.geometry).location);
  if (typeof lat !== "number" || typeof lng !== "number" || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  const parts = listOf(result.address_components);
  const part = (type: string, form: "long_name" | "short_name" = "long_name") =>
    textOf(parts.find(({ types }) => Array.isArray(types) && types.includes(type))?.[form]);
  return {
    address1: [part("street_number"), part("route", "short_name")].filter(Boolean).join(" "),
    city: part("locality") || part("postal_town") || part("sublocality"),
    state: part("administrative_area_level_1", "short_name"),
    zipcode: part("postal_code"),
    country: part("country"),
    lat: degrees(lat),
    lng: degrees(lng),
  };
}

/** Where something is: one of the suggestions, or an address as it is written. null: nowhere that the vendor knows. */
export async function lookUp(env: NodeJS.ProcessEnv, what: { place_id: string } | { address: string }): Promise<Answer<Found | null>> {
  const settings = mapSettings(env);
  if (!settings) return notSetUp;
  const body = await ask(settings, "geocode", what);
  if (!body) return away;
  const [first] = listOf(body.results);
  return { kind: "ok", value: first ? foundOf(first) : null };
}
