import { useEffect, useRef } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";

const names = ["address1", "city", "state", "zipcode", "country", "lat", "lng"] as const;
export type Placed = Record<(typeof names)[number], string>;

/** The lines of an address in a form, and where it is. Whoever writes over a line takes the place away: it is that of another address. */
export function usePlaced<T extends FieldValues>(control: Control<T>, prefix: string) {
  const at = (name: keyof Placed) => ({ control, name: `${prefix}${name}` as FieldPath<T> });
  const address1 = useController(at("address1")).field;
  const city = useController(at("city")).field;
  const state = useController(at("state")).field;
  const zipcode = useController(at("zipcode")).field;
  const country = useController(at("country")).field;
  const lat = useController(at("lat")).field;
  const lng = useController(at("lng")).field;
  const fields = { address1, city, state, zipcode, country, lat, lng };
  const lines = JSON.stringify([address1.value, city.value, state.value, zipcode.value]);
  const place = `${lat.value} ${lng.value}`;
  const placedAt = useRef({ place, lines });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are new objects each time
  useEffect(() => {
    if (placedAt.current.place !== place) placedAt.current = { place, lines };
    else if (placedAt.current.lines !== lines && lat.value) {
      lat.onChange("");
      lng.onChange("");
    }
  }, [place, lines]);
  const fill = (found: Placed) => {
    for (const name of names) fields[name].onChange(found[name]);
  };
  return { field: address1, fill };
}
