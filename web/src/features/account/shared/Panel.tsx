import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** One subject of the profile. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" sx={{ p: 2.5 }}>
    <Typography variant="h2" sx={{ mb: 2 }}>
      {title}
    </Typography>
    {children}
  </Card>
);
