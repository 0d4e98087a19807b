import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** The name of a part of the page, and what can be done there. */
export const Head = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1, mt: 2, mb: 1 }}>
    <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
      {title}
    </Typography>
    {children}
  </Box>
);
