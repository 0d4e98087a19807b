import Box from "@mui/material/Box";
import { countText } from "./waiting.ts";

/** How much waits behind an entry of the navigation. The entry's name says it in words. */
export const CountBadge = ({ count, corner = false }: { count: number; corner?: boolean }) =>
  count > 0 && (
    <Box
      component="span"
      aria-hidden
      sx={{
        minWidth: 18,
        px: 0.5,
        borderRadius: "9px",
        bgcolor: "primary.main",
        color: "primary.contrastText",
        fontSize: 11,
        fontWeight: 650,
        lineHeight: "18px",
        textAlign: "center",
        ...(corner ? { position: "absolute", top: 2, left: "calc(50% + 4px)" } : { ml: "auto" }),
      }}
    >
      {countText(count)}
    </Box>
  );
