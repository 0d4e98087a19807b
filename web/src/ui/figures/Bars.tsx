import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

type Bar = { key: string; label: string; percent: number; value: string; tone: string };

/** Lying bars, each with what it is and what it comes to. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <Box
    component="ul"
    sx={{
      listStyle: "none",
      m: 0,
      mt: 1.25,
      p: 0,
      display: "grid",
      gap: 1.25,
      gridTemplateColumns: "minmax(0, 9em) minmax(40px, 1fr) auto",
      alignItems: "center",
    }}
  >
    {bars.map(({ key, label, percent, value, tone }) => (
      <Box component="li" key={key} sx={{ display: "contents" }}>
        <Typography noWrap>{label}</Typography>
        <Box sx={{ height: 10, borderRadius: 99, bgcolor: "lineSoft", overflow: "hidden" }}>
          <Box sx={{ height: 10, borderRadius: 99, width: `${percent}%`, bgcolor: tone }} />
        </Box>
        <Typography sx={{ fontWeight: 600, textAlign: "right" }}>{value}</Typography>
      </Box>
    ))}
  </Box>
);
