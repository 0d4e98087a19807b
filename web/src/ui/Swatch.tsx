import Box from "@mui/material/Box";
import { initials } from "./format/text.ts";

/** A person or service in the colour that was chosen for it: initials on a light ground of the same colour. */
export const Swatch = ({ colour, name, size = 28 }: { colour: string; name?: string; size?: number }) => (
  <Box
    aria-hidden
    sx={{
      width: size,
      height: size,
      flex: "none",
      borderRadius: name ? "50%" : "6px",
      display: "grid",
      placeItems: "center",
      fontWeight: 650,
      fontSize: size * 0.36,
      color: "text.primary",
      bgcolor: name ? `color-mix(in srgb, ${colour || "currentColor"} 22%, transparent)` : colour || "lineSoft",
      boxShadow: name && colour ? `inset 0 0 0 2px ${colour}` : "none",
    }}
  >
    {name && initials(name)}
  </Box>
);
