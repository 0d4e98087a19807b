import { describe, expect, test } from "vitest";
import { choices, dark, light, type Tokens } from "./tokens.ts";

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

describe.each([
  ["light", light],
  ["dark", dark],
] as [string, Tokens][])("%s", (_, t) => {
  test.each(["ink", "ink2", "ink3"] as const)("%s is readable on every ground", (ink) => {
    for (const ground of [t.bg, t.surface, t.raised]) expect(contrast(t[ink], ground)).toBeGreaterThanOrEqual(4.5);
  });

  test("a tone is readable on its soft ground, on the surface and on the page", () => {
    for (const tone of [t.accent, t.ok, t.warn, t.bad, t.info, ...t.staff]) {
      for (const ground of [tone.soft, t.surface, t.bg]) expect(contrast(tone.main, ground), tone.main).toBeGreaterThanOrEqual(4.5);
      expect(contrast(t.ink2, tone.soft)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("the strong button's words are readable, and control edges are visible", () => {
    expect(contrast(t.accent.on, t.accent.main)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.accent.on, t.accent.strong)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t.edge, t.surface)).toBeGreaterThanOrEqual(3);
  });
});

test("every colour one may choose is readable as text on white, and begins with the colours of the look", () => {
  for (const colour of choices) expect(contrast(colour, light.surface), colour).toBeGreaterThanOrEqual(4.5);
  expect(choices.slice(0, 5).map((colour) => colour.toLowerCase())).toEqual(light.staff.map((tone) => tone.main));
});
