import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import type { StaffTone, ToneName } from "./theme/theme-types.ts";

type Props = { tone?: ToneName; staff?: StaffTone; children: ReactNode; title?: string };

/** A state in words on its soft ground. Colour never says it alone. */
export const StatusChip = ({ tone = "plain", staff, children, title }: Props) => {
  const key = staff ? `staff.${staff}` : `tone.${tone}`;
  return (
    <Box
      component="span"
      title={title}
      sx={{
        display: "inline-flex",
        flex: "none",
        height: "fit-content",
        alignSelf: "center",
        alignItems: "center",
        gap: 0.5,
        px: 0.875,
        borderRadius: "99px",
        fontSize: "0.85rem",
        fontWeight: 600,
        lineHeight: 1.6,
        whiteSpace: "nowrap",
        color: `${key}.main`,
        bgcolor: `${key}.soft`,
      }}
    >
      {children}
    </Box>
  );
};
