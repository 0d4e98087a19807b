import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons.tsx";

type Props = { icon: IconName; title: string; text?: ReactNode; heading?: "h1" | "h2"; children?: ReactNode };

/** Says what this place is for and offers the first step (the children: at most one strong button). */
export const EmptyState = ({ icon, title, text, heading = "h2", children }: Props) => (
  <Box
    sx={{
      display: "grid",
      alignContent: "start",
      justifyItems: "center",
      textAlign: "center",
      px: 3,
      py: { xs: 6, md: 9 },
      maxWidth: 460,
      mx: "auto",
    }}
  >
    <Box
      sx={{
        width: 52,
        height: 52,
        borderRadius: "16px",
        bgcolor: "tone.accent.soft",
        color: "primary.main",
        display: "grid",
        placeItems: "center",
        mb: 2,
      }}
    >
      <Icon name={icon} sx={{ width: 26, height: 26 }} />
    </Box>
    <Typography variant="h2" component={heading}>
      {title}
    </Typography>
    {text && (
      <Typography color="textSecondary" sx={{ mt: 0.75 }}>
        {text}
      </Typography>
    )}
    {children && <Box sx={{ mt: 2.5, display: "flex", gap: 1, flexWrap: "wrap", justifyContent: "center" }}>{children}</Box>}
  </Box>
);
