/** Streets of one invented grid, in some towns around Seattle, so that a demo's vans have ways to drive. */
const streets = [
  ...["Alder St", "Birch Ave", "Cedar St", "Cherry St", "Elm St", "Fir St", "Hill Rd", "Juniper Way", "Lake Dr", "Laurel Ln"],
  ...["Main St", "Maple St", "Oak Ave", "Park Ave", "Pine St", "River Rd", "Spruce St", "Summit Ave", "Union St", "Willow Way"],
];
const towns = [
  { city: "Seattle", zipcode: "98122", lat: 47.605, lng: -122.3 },
  { city: "Bellevue", zipcode: "98004", lat: 47.615, lng: -122.19 },
  { city: "Kirkland", zipcode: "98033", lat: 47.68, lng: -122.2 },
  { city: "Renton", zipcode: "98055", lat: 47.47, lng: -122.22 },
  { city: "Shoreline", zipcode: "98133", lat: 47.755, lng: -122.34 },
];

export type Place = { id: string; address1: string; city: string; zipcode: string; lat: number; lng: number };

const STREET_APART = 0.0035;
const NUMBER_APART = 0.00001;
const MOST_NUMBER = 9999;
const mostFound = 5;

function placeAt(street: number, town: number, number: number): Place | undefined {
  const [name, where] = [streets[street], towns[town]];
  if (name === undefined || where === undefined || !(number >= 1 && number <= MOST_NUMBER)) return undefined;
  const lat = where.lat + (street - streets.length / 2) * STREET_APART;
  return {
    id: `sandbox-${street}-${town}-${number}`,
    address1: `${number} ${name}`,
    city: where.city,
    zipcode: where.zipcode,
    lat: Number(lat.toFixed(6)),
    lng: Number((where.lng + (number - 1500) * NUMBER_APART).toFixed(6)),
  };
}

export function placeOf(id: string): Place | undefined {
  const [, street, town, number] = /^sandbox-(\d+)-(\d+)-(\d+)$/.exec(id) ?? [];
  return number === undefined ? undefined : placeAt(Number(street), Number(town), Number(number));
}

/** Places whose street begins as it is written, in the towns that are named; "12 mapl" is as good as "12 Maple St, Seattle". */
export function placesLike(text: string): Place[] {
  const [first = "", ...rest] = text.toLowerCase().split(",");
  const [, digits = "100", street = ""] = /^\s*(\d{1,4})?\s*(.*?)\s*$/.exec(first) ?? [];
  if (street === "") return [];
  const place = rest.join(" ");
  const named = towns.filter(({ city }) => place.includes(city.toLowerCase()));
  const found = streets.flatMap((name, at) => (name.toLowerCase().startsWith(street) ? [at] : []));
  const among = named.length > 0 ? named : towns;
  return found
    .flatMap((at) => among.map((town) => placeAt(at, towns.indexOf(town), Number(digits))))
    .filter((one) => one !== undefined)
    .slice(0, mostFound);
}
