import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";

/** One figure or chart with its heading. */
export const FigureCard = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: "line", borderRadius: 1.25, bgcolor: "background.paper", p: 1.75, minWidth: 0 }}
    >
      <Typography id={id} variant="h3" component="h2">
        {title}
      </Typography>
      {children}
      {note && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {note}
        </Typography>
      )}
    </Box>
  );
};
