import { luminance } from "@leashline/proto/rules/own-color.ts";
import { expect, test } from "vitest";
import { inOwnColor } from "./own-color.ts";

test.each(["#6b21a8", "#ffe066", "#0f766e", "#777777", "#ff0000", "#ffffff"])("text on %s has a contrast of 4.5 at least", (color) => {
  const [light, dark] = [luminance(color), luminance(inOwnColor(color).color)].sort((a, b) => b - a) as [number, number];
  expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test("without a color of its own a header has ours", () =>
  expect(inOwnColor("")).toEqual({ bgcolor: "primary.main", color: "primary.contrastText" }));
