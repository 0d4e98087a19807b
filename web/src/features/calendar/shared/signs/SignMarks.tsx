import type { CSSProperties } from "react";
import { iconPath } from "../../../../ui/icon-paths.ts";
import { type Sign, useSignsOf } from "./card-signs.ts";

const box: CSSProperties = { display: "inline-flex", alignItems: "center", gap: 3, verticalAlign: "-2px", flex: "none" };
const letters: CSSProperties = { borderRadius: 4, padding: "0 3px", fontSize: "0.72rem", fontWeight: 700, lineHeight: "14px" };

const toneOf = ({ tone, color }: Sign): string => color ?? `var(--ll-palette-tone-${tone}-main)`;

/** One mark: an icon, or the letters of a pet code. */
const Mark = ({ sign, size }: { sign: Sign; size: number }) =>
  sign.icon ? (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      style={{ stroke: toneOf(sign), fill: "none", strokeWidth: 2.2, strokeLinecap: "round", strokeLinejoin: "round" }}
      aria-hidden
    >
      <path d={iconPath(sign.icon)} />
    </svg>
  ) : (
    <b style={{ ...letters, border: `1.5px solid ${toneOf(sign)}` }}>{sign.letters}</b>
  );

/** The marks of an appointment's card; what they mean is in the card's label. */
export const SignMarks = ({ signs }: { signs: readonly Sign[] }) =>
  signs.length > 0 && (
    <span style={box} data-signs>
      {signs.map((sign) => (
        <Mark key={sign.words} sign={sign} size={14} />
      ))}
    </span>
  );

/** The same in a list, with words. */
export const SignLine = ({ appointmentId }: { appointmentId: string }) => {
  const signs = useSignsOf(appointmentId);
  if (signs.length === 0) return null;
  return (
    <span style={{ display: "flex", flexWrap: "wrap", columnGap: 12, rowGap: 2, marginTop: 2, fontSize: "0.885rem" }} data-signs>
      {signs.map((sign) => (
        <span key={sign.words} style={{ display: "inline-flex", alignItems: "center", gap: 4 }}>
          <Mark sign={sign} size={16} />
          {sign.words}
        </span>
      ))}
    </span>
  );
};
