/**
 * The look, as values (`ui/tokens.css`). Nothing else in the product names a raw colour.
 * Where a value of the pictures missed a contrast of 4.5:1 for small text on its own soft ground it is a shade stronger here;
 * tokens.test.ts holds every pair to that.
 */
export type Tone = { main: string; soft: string };

export type Tokens = {
  bg: string;
  surface: string;
  raised: string;
  line: string;
  lineSoft: string;
  /** Edge of a control one can type in or press: 3:1 against its ground. */
  edge: string;
  ink: string;
  ink2: string;
  ink3: string;
  accent: Tone & { strong: string; on: string };
  ok: Tone;
  warn: Tone;
  bad: Tone;
  info: Tone;
  /** Staff, service and category colours, in the order they are given out. */
  staff: readonly [Tone, Tone, Tone, Tone, Tone];
  hatch: string;
  shadow: string;
};

export const light: Tokens = {
  bg: "#f7f5f1",
  surface: "#ffffff",
  raised: "#ffffff",
  line: "#e7e2d9",
  lineSoft: "#f0ece5",
  edge: "#938b80",
  ink: "#1f1d1a",
  ink2: "#57524a",
  ink3: "#716a5f",
  accent: { main: "#0f6f66", soft: "#e0f0ee", strong: "#0b5850", on: "#ffffff" },
  ok: { main: "#2a7548", soft: "#e4f2e9" },
  warn: { main: "#925808", soft: "#fbf0dc" },
  bad: { main: "#b3372b", soft: "#fbe7e4" },
  info: { main: "#2a66a8", soft: "#e5eef8" },
  staff: [
    { main: "#2a7383", soft: "#e3f1f3" },
    { main: "#8253a1", soft: "#f1e9f6" },
    { main: "#9e561f", soft: "#f9ece2" },
    { main: "#467336", soft: "#e9f2e4" },
    { main: "#a8456b", soft: "#f8e7ee" },
  ],
  hatch: "rgb(120 110 95 / 7%)",
  shadow: "0 1px 2px rgb(40 34 24 / 6%), 0 6px 24px rgb(40 34 24 / 8%)",
};

export const dark: Tokens = {
  bg: "#161513",
  surface: "#1e1c1a",
  raised: "#262421",
  line: "#35322d",
  lineSoft: "#2a2724",
  edge: "#777064",
  ink: "#f1ede6",
  ink2: "#b9b2a6",
  ink3: "#9a9286",
  accent: { main: "#4fb3a8", soft: "#17322f", strong: "#6ac6bc", on: "#08201d" },
  ok: { main: "#6fbf8e", soft: "#1b2f23" },
  warn: { main: "#dba350", soft: "#35291a" },
  bad: { main: "#e3796d", soft: "#3a211e" },
  info: { main: "#7fb0e6", soft: "#1b2938" },
  staff: [
    { main: "#6bbccb", soft: "#1a2f33" },
    { main: "#b98fd3", soft: "#2b2233" },
    { main: "#dd9763", soft: "#35261b" },
    { main: "#8bbb78", soft: "#222e1d" },
    { main: "#d683a3", soft: "#351f29" },
  ],
  hatch: "rgb(0 0 0 / 26%)",
  shadow: "0 1px 2px rgb(0 0 0 / 30%), 0 6px 24px rgb(0 0 0 / 34%)",
};

/** What staff and services may be coloured in: the five of the look, and five more of the same weight. Stored as they are. */
export const choices = [
  "#2A7383",
  "#8253A1",
  "#9E561F",
  "#467336",
  "#A8456B",
  "#2A66A8",
  "#7A6A2F",
  "#5B5F97",
  "#8A4B3C",
  "#3F7D6E",
] as const;

export const radius = { control: 8, card: 10, small: 7, round: 999 } as const;

/** The mobile layout applies at this width and below (core §2). */
export const MOBILE_MAX_WIDTH = 750;
