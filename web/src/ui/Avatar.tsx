import Box from "@mui/material/Box";
import { hash, initials } from "./format/text.ts";
import type { StaffTone } from "./theme/theme-types.ts";

const TONES: StaffTone[] = ["s1", "s2", "s3", "s4", "s5"];
export const toneFor = (key: string): StaffTone => TONES[hash(key) % TONES.length] ?? "s1";

type Props = { name: string; tone?: StaffTone; size?: number; id?: string /** A picture of theirs instead. */; src?: string };

/** Initials on the person's colour; the name stands beside it, so readers of the screen skip it. */
export const Avatar = ({ name, tone, size = 32, id, src }: Props) => {
  const key = tone ?? toneFor(id ?? name);
  if (src)
    return (
      <Box component="img" src={src} alt="" sx={{ width: size, height: size, flex: "none", borderRadius: "50%", objectFit: "cover" }} />
    );
  return (
    <Box
      aria-hidden
      data-initials={initials(name) || "?"}
      sx={{
        // Drawn, not written: the letters are no part of what a button around them is called.
        "&::before": { content: "attr(data-initials)" },
        width: size,
        height: size,
        flex: "none",
        borderRadius: "50%",
        display: "grid",
        placeItems: "center",
        fontWeight: 650,
        fontSize: size * 0.36,
        color: `staff.${key}.main`,
        bgcolor: `staff.${key}.soft`,
      }}
    />
  );
};
