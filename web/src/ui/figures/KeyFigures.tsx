import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

export type KeyFigure = { label: string; value: string; note: string };

/** The few figures that a page of them begins with. */
export const KeyFigures = ({ figures }: { figures: readonly KeyFigure[] }) => (
  <Box component="dl" sx={{ m: 0, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", lg: `repeat(${figures.length}, 1fr)` } }}>
    {figures.map(({ label, value, note }) => (
      <Box key={label} sx={{ p: 1.75, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper" }}>
        <Typography component="dt" variant="subtitle2" color="textSecondary">
          {label}
        </Typography>
        <Typography component="dd" variant="display" sx={{ m: 0, display: "block" }}>
          {value}
        </Typography>
        <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
          {note}
        </Typography>
      </Box>
    ))}
  </Box>
);
