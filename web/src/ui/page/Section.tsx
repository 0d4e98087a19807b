import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

/** One subject on a page: its heading, what can be done about it, and its content. */
export const Section = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, minHeight: 32, mb: 1 }}>
        <Typography id={id} variant="h2" sx={{ flex: "1 0 auto", maxWidth: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  );
};
