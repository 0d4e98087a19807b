import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

/** One part of the place, under its heading. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: "grid", gap: 1, mt: 1 }}>
      <Typography id={id} variant="h2" component="h3">
        {title}
      </Typography>
      {children}
    </Box>
  );
};
