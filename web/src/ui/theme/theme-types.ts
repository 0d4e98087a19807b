import type { CSSProperties } from "react";
import type { Tone } from "./tokens.ts";

export type ToneName = "accent" | "ok" | "warn" | "bad" | "info" | "plain";
export type StaffTone = "s1" | "s2" | "s3" | "s4" | "s5";

type Extra = {
  line: string;
  lineSoft: string;
  edge: string;
  raised: string;
  hatch: string;
  tone: Record<ToneName, Tone>;
  staff: Record<StaffTone, Tone>;
};

declare module "@mui/material/styles" {
  interface Palette extends Extra {}
  interface PaletteOptions extends Extra {}
  interface TypeText {
    tertiary: string;
  }
  interface TypographyVariants {
    display: CSSProperties;
  }
  interface TypographyVariantsOptions {
    display?: CSSProperties;
  }
}

declare module "@mui/material/Typography" {
  interface TypographyPropsVariantOverrides {
    display: true;
  }
}
