import { createTheme, type PaletteOptions } from "@mui/material/styles";
import { controls } from "./theme-controls.ts";
import { dark, light, MOBILE_MAX_WIDTH, radius, type Tokens } from "./tokens.ts";
import "./theme-types.ts";

const font = '"Inter Variable", "Inter Stand-in", Inter, system-ui, "Segoe UI", sans-serif';

const palette = (t: Tokens): PaletteOptions => ({
  primary: { main: t.accent.main, dark: t.accent.strong, light: t.accent.main, contrastText: t.accent.on },
  secondary: { main: t.ink2, dark: t.ink, light: t.ink3, contrastText: t.surface },
  success: { main: t.ok.main, contrastText: t.surface },
  warning: { main: t.warn.main, contrastText: t.surface },
  error: { main: t.bad.main, dark: t.bad.main, contrastText: t.surface },
  info: { main: t.info.main, contrastText: t.surface },
  background: { default: t.bg, paper: t.surface },
  text: { primary: t.ink, secondary: t.ink2, disabled: t.ink3, tertiary: t.ink3 },
  divider: t.line,
  line: t.line,
  lineSoft: t.lineSoft,
  edge: t.edge,
  raised: t.raised,
  hatch: t.hatch,
  tone: { accent: t.accent, ok: t.ok, warn: t.warn, bad: t.bad, info: t.info, plain: { main: t.ink2, soft: t.lineSoft } },
  staff: { s1: t.staff[0], s2: t.staff[1], s3: t.staff[2], s4: t.staff[3], s5: t.staff[4] },
});

/** 13 px on a desk, 15 px on a phone: the root size carries it, everything else is relative. */
const ROOT = 13;
const px = (size: number): string => `${size / ROOT}rem`;

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data-theme", cssVarPrefix: "ll" },
  colorSchemes: { light: { palette: palette(light) }, dark: { palette: palette(dark) } },
  breakpoints: { values: { xs: 0, sm: 480, md: MOBILE_MAX_WIDTH + 1, lg: 1080, xl: 1440 } },
  spacing: 8,
  shape: { borderRadius: radius.control },
  transitions: {
    duration: { shortest: 100, shorter: 120, short: 140, standard: 160, complex: 180, enteringScreen: 160, leavingScreen: 120 },
  },
  typography: {
    fontFamily: font,
    htmlFontSize: ROOT,
    fontSize: ROOT,
    fontWeightMedium: 550,
    fontWeightBold: 650,
    h1: { fontSize: px(17), fontWeight: 650, letterSpacing: "-0.01em", lineHeight: 1.3 },
    h2: { fontSize: px(15), fontWeight: 650, letterSpacing: "-0.005em", lineHeight: 1.35 },
    h3: { fontSize: px(13), fontWeight: 650, lineHeight: 1.4 },
    display: { fontSize: px(22), fontWeight: 680, letterSpacing: "-0.015em", lineHeight: 1.25 },
    subtitle1: { fontSize: px(15), fontWeight: 600, lineHeight: 1.4 },
    subtitle2: { fontSize: px(13), fontWeight: 600, lineHeight: 1.4 },
    body1: { fontSize: px(13), lineHeight: 1.45 },
    body2: { fontSize: px(12), lineHeight: 1.45 },
    caption: { fontSize: px(11.5), lineHeight: 1.4 },
    overline: { fontSize: px(11.5), fontWeight: 550, letterSpacing: 0, textTransform: "none", lineHeight: 1.4 },
    button: { fontSize: px(13), fontWeight: 550, textTransform: "none", letterSpacing: 0 },
  },
  components: controls,
});
