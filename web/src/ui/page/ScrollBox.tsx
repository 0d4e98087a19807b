import Box, { type BoxProps } from "@mui/material/Box";
import { useKeptScroll } from "./useKeptScroll.ts";

/** The part of a page that scrolls; the back key leads to where one was in it. */
export const ScrollBox = ({ name, sx, ...props }: Omit<BoxProps, "ref" | "onScroll"> & { name?: string }) => {
  const { ref, onScroll } = useKeptScroll(name);
  return (
    <Box ref={ref} onScroll={onScroll} sx={[{ flex: 1, minHeight: 0, overflow: "auto" }, ...(Array.isArray(sx) ? sx : [sx])]} {...props} />
  );
};
