import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { inOwnColor } from "../ui/landing/own-color.ts";
import { type Business, formatFor } from "./appointment/page.ts";

/** The page of every link in a client's message: whose business it is, and below it what the link is about. */
export const LinkFrame = ({ business, children }: { business: Business | undefined; children: ReactNode }) => (
  <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
    <Head business={business} />
    <Box component="main" id="content" tabIndex={-1} sx={{ outline: "none", maxWidth: 560, mx: "auto", p: 2.25, display: "grid", gap: 2 }}>
      {business ? children : <Skeleton variant="rounded" height={240} aria-label="Loading" />}
    </Box>
  </Box>
);

const Head = ({ business }: { business: Business | undefined }) => (
  <Box component="header" sx={{ ...inOwnColor(business?.themeColor ?? ""), px: 2.25, pt: 4, pb: 2 }}>
    <Box sx={{ maxWidth: 520, mx: "auto", minHeight: 52 }}>
      <Typography variant="display" component="h1">
        {business?.businessName ?? <Skeleton width="60%" />}
      </Typography>
      <Typography>{business?.address}</Typography>
      {business?.phoneNumber && (
        <Box component="a" href={`tel:${business.phoneNumber}`} sx={{ color: "inherit", display: "inline-block", py: 0.75 }}>
          {formatFor(business).phone(business.phoneNumber)}
        </Box>
      )}
    </Box>
  </Box>
);
