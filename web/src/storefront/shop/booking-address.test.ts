import { bookingAddress } from "@leashline/proto/rules/booking-address.ts";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { routes as portal } from "../../portal/routes.ts";
import { routes } from "../routes.ts";

const loadOf = (route: object = {}): unknown => ("load" in route ? route.load : undefined);
const toBook = loadOf(routes.find(({ path }) => path === "/ol/:bookOnlineName/book"));
const opensBooking = (path: string): boolean => {
  const [found] =
    matchRoutes(
      [...routes, ...portal].map((route) => ({ path: route.path, handle: route })),
      path,
    ) ?? [];
  return found !== undefined && loadOf(found.route.handle) === toBook;
};

const leadingThere = routes.filter((route) => loadOf(route) === toBook).map(({ path }) => path.replace(/:\w+/, "paws"));

test("five addresses lead to the booking page", () => {
  expect(leadingThere.toSorted()).toEqual(["/go/gallery", "/go/paws", "/ol/paws", "/ol/paws/book", "/ol/paws/landing"]);
});

test.each([
  ...leadingThere.flatMap((path) => [path, `${path}/`, `${path}//`, path.toUpperCase(), `${path.toUpperCase()}//`]),
  ...["/OL/paws", "/Ol/Paws/Book", "/GO/paws", "/go/GALLERY", "/%6Fl/paws", "/ol/a%2Fb", `/ol/${"x".repeat(300)}`],
])("%s is the booking page's document for the router, so it is for the gateway and for that document", (path) => {
  expect([opensBooking(path), bookingAddress(path) !== undefined]).toEqual([true, true]);
});

test.each([
  "/ol/paws/me",
  "/ol/paws/membership",
  "/ol/paws/package",
  "/ol",
  "/ol//book",
  "/go/paws/book",
  "/old/paws",
  "/ol/a/b/c",
  "/constructor/paws",
  "/a/token",
  "/",
])("%s is another document", (path) => {
  expect([opensBooking(path), bookingAddress(path)]).toEqual([false, undefined]);
});

test("an address says whose page it is and which part, however it is written", () => {
  expect(bookingAddress("/OL/Caf%C3%A9/Book//")).toEqual({ under: "ol", name: "café", part: "book" });
  expect(bookingAddress("/go/paws")).toEqual({ under: "go", name: "paws", part: "" });
});
