import { hash, initials } from "./format/text.ts";
import type { StaffTone } from "./theme/theme-types.ts";
import "./plain/faces.css";

const TONES: StaffTone[] = ["s1", "s2", "s3", "s4", "s5"];
export const toneFor = (key: string): StaffTone => TONES[hash(key) % TONES.length] ?? "s1";
export const toneColor = (tone: StaffTone, of: "main" | "soft"): string => `var(--ll-palette-staff-${tone}-${of})`;

type Props = {
  name: string;
  tone?: StaffTone;
  size?: number;
  id?: string;
  /** A picture of theirs instead; empty for none. */
  src?: string;
  /** The color that somebody chose for them; empty for none. */
  colour?: string;
};

/** Letters and ground: in the color that was chosen, else in the tone that is theirs. */
const paint = (key: StaffTone, colour: string | undefined) =>
  colour
    ? { color: colour, backgroundColor: `color-mix(in srgb, ${colour} 18%, var(--ll-palette-background-paper))` }
    : { color: toneColor(key, "main"), backgroundColor: toneColor(key, "soft") };

/** Initials on the person's colour; the name stands beside it, so readers of the screen skip it. */
export const Avatar = ({ name, tone, size = 32, id, src, colour }: Props) => {
  const key = tone ?? toneFor(id ?? name);
  if (src) return <img src={src} alt="" className="ll-face" style={{ width: size, height: size, borderRadius: "50%" }} />;
  return (
    <span
      aria-hidden
      className="ll-initials"
      data-initials={initials(name) || "?"}
      style={{ width: size, height: size, fontSize: size * 0.36, ...paint(key, colour) }}
    />
  );
};
