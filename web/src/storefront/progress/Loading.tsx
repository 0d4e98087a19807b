import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** A step of the page that is on its way. */
export const Loading = () => (
  <Box aria-busy="true" aria-label="Loading" sx={{ p: 2.25, display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={44} />
    <Skeleton variant="rounded" height={120} />
    <Skeleton variant="rounded" height={120} />
  </Box>
);
