import { expect, test } from "vitest";
import { theme } from "./theme.ts";
import { MOBILE } from "./useMobile.ts";

const widest = (query: string): number => Number(/max-width: ?([\d.]+)px/.exec(query)?.[1]);

test.each([
  ["what stands on the page", MOBILE],
  ["how it is drawn", theme.breakpoints.down("md")],
])("mobile-layout-width: %s is a phone's at 750 wide, and a desk's at 751", (_, query) => {
  expect(widest(query)).toBeGreaterThanOrEqual(750);
  expect(widest(query)).toBeLessThan(751);
});
