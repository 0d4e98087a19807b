import type { Call, Router } from "../core/http.ts";
import { type Place, placeOf, placesLike } from "./places.ts";

export type MapSettings = { apiKey: string };

const EARTH_METERS = 6_371_000;
const ROADS = 1.32;
const METERS_A_SECOND = 11;

type Point = { lat: number; lng: number };

function metersBetween(a: Point, b: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const chord = Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_METERS * Math.asin(Math.sqrt(chord)) * ROADS;
}

const prediction = ({ id, address1, city }: Place) => ({
  place_id: id,
  description: `${address1}, ${city}, WA, USA`,
  structured_formatting: { main_text: address1, secondary_text: `${city}, WA, USA` },
  types: ["street_address", "geocode"],
});

function result({ id, address1, city, zipcode, lat, lng }: Place) {
  const at = address1.indexOf(" ");
  const part = (long_name: string, short_name: string, ...types: string[]) => ({ long_name, short_name, types });
  return {
    place_id: id,
    formatted_address: `${address1}, ${city}, WA ${zipcode}, USA`,
    geometry: { location: { lat, lng }, location_type: "ROOFTOP" },
    address_components: [
      part(address1.slice(0, at), address1.slice(0, at), "street_number"),
      part(address1.slice(at + 1), address1.slice(at + 1), "route"),
      part(city, city, "locality", "political"),
      part("Washington", "WA", "administrative_area_level_1", "political"),
      part("United States", "US", "country", "political"),
      part(zipcode, zipcode, "postal_code"),
    ],
  };
}

const pointsOf = (text: string): Point[] =>
  text.split("|").flatMap((one) => {
    const [lat = Number.NaN, lng = Number.NaN] = one.split(",").map(Number);
    return Number.isFinite(lat) && Number.isFinite(lng) ? [{ lat, lng }] : [];
  });

function way(from: Point, to: Point) {
  const meters = Math.round(metersBetween(from, to));
  return { status: "OK", distance: { value: meters }, duration: { value: Math.round(meters / METERS_A_SECOND) } };
}

const found = <T>(name: string, list: readonly T[]) => ({ status: list.length > 0 ? "OK" : "ZERO_RESULTS", [name]: list });

/** Google's maps, as far as they are asked: suggestions, where an address is, and ways. */
export class MapServer {
  #settings: MapSettings;

  constructor(settings: MapSettings) {
    this.#settings = settings;
  }

  mount(router: Router): void {
    const on = (path: string, answer: (query: URLSearchParams) => unknown) =>
      router.on("GET", `/maps/api/${path}/json`, (call) => this.#guard(call, answer));
    on("place/autocomplete", (query) => found("predictions", placesLike(query.get("input") ?? "").map(prediction)));
    on("geocode", (query) => {
      const id = query.get("place_id");
      const known = id === null ? placesLike(query.get("address") ?? "").slice(0, 1) : [placeOf(id)].filter((one) => one !== undefined);
      return found("results", known.map(result));
    });
    on("distancematrix", (query) => {
      const to = pointsOf(query.get("destinations") ?? "");
      const rows = pointsOf(query.get("origins") ?? "").map((from) => ({ elements: to.map((one) => way(from, one)) }));
      return { status: "OK", rows };
    });
  }

  #guard({ query }: Call, answer: (query: URLSearchParams) => unknown): unknown {
    if (query.get("key") === this.#settings.apiKey) return answer(query);
    return { status: "REQUEST_DENIED", error_message: "The provided API key is invalid." };
  }
}
