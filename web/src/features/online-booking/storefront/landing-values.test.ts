import { LandingPart } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import { expect, test } from "vitest";
import { ALL_PARTS, listedParts, toggled } from "./landing-values.ts";

const { ABOUT, GALLERY, TEAM, AMENITIES, HOURS, CONTACT } = LandingPart;

test("a part that is turned off stays in its place, in every order, and comes back to it", () => {
  for (const order of [[...ALL_PARTS], [HOURS, ABOUT, CONTACT, GALLERY, TEAM, AMENITIES]])
    for (const part of order) {
      const list = listedParts(order);
      const off = toggled(list, order, part);
      expect(off).toEqual(order.filter((one) => one !== part));
      const after = listedParts(off, list);
      expect(after).toEqual(order);
      expect(toggled(after, off, part)).toEqual(order);
    }
});

test("a part that never was shown is listed after the one that usually comes before it", () => {
  expect(listedParts([ABOUT, TEAM, HOURS, CONTACT])).toEqual([ABOUT, GALLERY, TEAM, AMENITIES, HOURS, CONTACT]);
  expect(listedParts([])).toEqual([...ALL_PARTS]);
});
