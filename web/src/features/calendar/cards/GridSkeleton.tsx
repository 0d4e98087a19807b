import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** The grid's own shape while it loads, so that nothing jumps. */
export const GridSkeleton = () => (
  <Box
    aria-busy="true"
    aria-label="Loading the calendar"
    sx={{ flex: 1, display: "grid", gridTemplateColumns: "56px repeat(4, 1fr)", gridTemplateRows: "64px 1fr", bgcolor: "background.paper" }}
  >
    <div />
    {[0, 1, 2, 3].map((i) => (
      <Box
        key={i}
        sx={{ display: "flex", alignItems: "center", gap: 1, px: 1.25, borderLeft: 1, borderBottom: 1, borderColor: "lineSoft" }}
      >
        <Skeleton variant="circular" width={32} height={32} />
        <Skeleton width="50%" />
      </Box>
    ))}
    <div />
    {[0, 1, 2, 3].map((i) => (
      <Box key={i} sx={{ borderLeft: 1, borderColor: "lineSoft", p: 0.5, pt: 4 + (i % 3) * 4 }}>
        <Skeleton variant="rounded" height={92} sx={{ mb: 3 }} />
        <Skeleton variant="rounded" height={118} sx={{ mb: 5 }} />
        <Skeleton variant="rounded" height={76} />
      </Box>
    ))}
  </Box>
);
