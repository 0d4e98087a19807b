import { expect, test } from "vitest";
import { placeIn } from "./place-in.ts";

const values = { name: "Paws", sites: "https://a.example\nhttps://b.example", address: { city: "" }, day: null, pets: [{ name: "" }] };

test.each([
  ["name", "name"],
  ["address.city", "address.city"],
  ["sites.sites.1", "sites"],
  ["sites.1", "sites"],
  ["day.year", "day"],
  ["pets", "pets"],
  ["pets.0.name", "pets.0.name"],
  ["other", undefined],
  ["client.name", "name"],
  ["client.address.city", "address.city"],
  ["client.other", undefined],
])("what is wrong with %s is shown beside %s", (name, place) => expect(placeIn(values, name)).toBe(place));
