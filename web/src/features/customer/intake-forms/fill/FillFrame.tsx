import type { IntakePage } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

/** Whose form it is, and below it the form. */
export const FillFrame = ({ page, error, children }: { page: IntakePage | undefined; error: string; children: ReactNode }) => (
  <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
    {page && (
      <Box component="header" sx={{ bgcolor: "primary.main", color: "primary.contrastText", px: 2.25, pt: 4, pb: 2 }}>
        <Box sx={{ maxWidth: 520, mx: "auto" }}>
          <Typography>{page.businessName}</Typography>
          <Typography variant="display" component="h1">
            {page.title}
          </Typography>
          <Typography>{page.address}</Typography>
          {page.phoneNumber && (
            <Box
              component="a"
              href={`tel:${page.dialNumber || page.phoneNumber.replace(/[^+\d]/g, "")}`}
              sx={{ color: "inherit", display: "inline-block", py: 0.75 }}
            >
              {page.phoneNumber}
            </Box>
          )}
        </Box>
      </Box>
    )}
    <Box component="main" id="content" tabIndex={-1} sx={{ outline: "none", maxWidth: 560, mx: "auto", p: 2.25, pb: 6 }}>
      {error ? (
        <Box sx={{ pt: 8, textAlign: "center" }}>
          <Typography variant="h1">This form is not open</Typography>
          <Typography role="alert" sx={{ mt: 1 }}>
            {error}
          </Typography>
        </Box>
      ) : page ? (
        children
      ) : (
        <Typography role="status">Loading the form…</Typography>
      )}
    </Box>
  </Box>
);
