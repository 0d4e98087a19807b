import { expect, test } from "vitest";
import { whereAmI } from "./where.ts";

const device = (answer: (found: PositionCallback, refused: PositionErrorCallback) => void) => ({
  getCurrentPosition: (found: PositionCallback, refused?: PositionErrorCallback | null) => answer(found, refused!),
});

test("the place the device says, its accuracy in whole metres", async () => {
  const coords = { latitude: 47.6, longitude: -122.3, accuracy: 12.4 };
  expect(await whereAmI(device((found) => found({ coords } as GeolocationPosition)))).toEqual({ lat: 47.6, lng: -122.3, accuracy: 12 });
});

test("no place where it is refused, and where the device has none", async () => {
  expect(await whereAmI(device((_, refused) => refused({ code: 1 } as GeolocationPositionError)))).toBeUndefined();
  expect(await whereAmI(undefined)).toBeUndefined();
});
