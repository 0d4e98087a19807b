import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";

/** Stand-ins with the measure of what will come, so that nothing jumps. */
export const RowsSkeleton = ({ rows = 8, height = 48 }: { rows?: number; height?: number }) => (
  <Box aria-busy="true" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
      <Box key={at} sx={{ height, display: "flex", alignItems: "center", gap: 1.5, px: 1.5, borderBottom: 1, borderColor: "lineSoft" }}>
        <Skeleton variant="circular" width={30} height={30} />
        <Skeleton variant="text" width={`${22 + ((at * 7) % 14)}%`} />
        <Skeleton variant="text" width={`${12 + ((at * 5) % 10)}%`} sx={{ ml: "auto" }} />
      </Box>
    ))}
  </Box>
);

export const FormSkeleton = ({ fields = 5 }: { fields?: number }) => (
  <Box aria-busy="true" role="status" aria-label="Loading" sx={{ display: "grid", gap: 2 }}>
    {Array.from({ length: fields }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the fields are all alike
      <Skeleton key={at} variant="rounded" height={36} />
    ))}
  </Box>
);

export const CardSkeleton = ({ height = 120 }: { height?: number }) => (
  <Skeleton variant="rounded" height={height} role="status" aria-label="Loading" sx={{ borderRadius: "10px" }} />
);
