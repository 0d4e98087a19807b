import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { expect, test } from "vitest";
import type { Kind } from "../stay/kind.ts";
import { whoMay } from "./who-may.ts";

const { ALL, EXISTING, NEW } = AcceptedClientType;
const services = [
  { serviceId: "1", careType: "GROOMING" },
  { serviceId: "2", careType: "DOG_WALKING" },
];
const page = (acceptedClientType: AcceptedClientType, rules: [string, AcceptedClientType][] = []) =>
  ({ acceptedClientType, services, acceptedByCare: rules.map(([careType, type]) => ({ careType, acceptedClientType: type })) }) as never;
const wish = (...serviceIds: string[]) => ({ pets: [{ serviceIds }] }) as never;

test.each<[string, ReturnType<typeof page>, string[], Kind, RegExp[]]>([
  ["everybody", page(ALL), ["1"], "visit", []],
  ["clients, before anything is chosen", page(EXISTING), [], "visit", [/^Online booking is for clients we know/]],
  [
    "clients for walks alone",
    page(ALL, [["DOG_WALKING", EXISTING]]),
    ["1", "2", "2"],
    "visit",
    [/^Dog walking online is for clients we know/],
  ],
  ["walks, while grooming is chosen", page(ALL, [["DOG_WALKING", EXISTING]]), ["1"], "visit", []],
  ["newcomers for a stay", page(EXISTING, [["BOARDING", NEW]]), [], "stay", [/^Boarding online is for first visits/]],
  ["everybody for daycare", page(EXISTING, [["DAYCARE", ALL]]), [], "day", []],
])("a page that takes %s says so", (_, shop, chosen, kind, said) =>
  expect(whoMay(shop, wish(...chosen), kind)).toEqual(said.map((one) => expect.stringMatching(one))),
);
