import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../app/routes/paths.ts";
import { inOwnColor } from "../ui/landing/own-color.ts";
import { LinkButton } from "../ui/links/Link.tsx";
import { type Business, formatFor } from "./appointment/page.ts";
import { ownPlaceAt } from "./own-place.ts";

type Props = { business: Business | undefined /** This is their own place itself. */; isOwnPlace?: boolean; children: ReactNode };

/** The page of every link in a client's message: whose business it is, and below it what the link is about. */
export const LinkFrame = ({ business, isOwnPlace = false, children }: Props) => (
  <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
    <Head business={business} />
    <Box component="main" id="content" tabIndex={-1} sx={{ outline: "none", maxWidth: 560, mx: "auto", p: 2.25, display: "grid", gap: 2 }}>
      {business ? children : <Skeleton variant="rounded" height={240} role="status" aria-label="Loading" />}
      {business && !isOwnPlace && <ToOwnPlace business={business} />}
    </Box>
  </Box>
);

/** Back to their own place: from every page of a business that has one, and where they came from there in this tab. */
const ToOwnPlace = ({ business }: { business: Business }) => {
  const bookOnlineName = business.portalName || ownPlaceAt(business.businessName);
  if (!bookOnlineName) return null;
  return (
    <LinkButton to={pathTo("/ol/:bookOnlineName/me", { bookOnlineName })} sx={{ minHeight: 44, "@media print": { display: "none" } }}>
      All your visits
    </LinkButton>
  );
};

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
