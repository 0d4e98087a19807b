import Box from "@mui/material/Box";

/** A thin line at the top while the next page, or what a press opens, is on its way; only after a moment, so that quick moves do not flicker. */
export const ProgressLine = ({ label }: { label: string }) => (
  <Box
    role="progressbar"
    aria-label={label}
    sx={{
      position: "fixed",
      inset: "0 0 auto 0",
      height: 2,
      zIndex: "tooltip",
      opacity: 0,
      animation: "ll-late 0s 180ms forwards",
      "@keyframes ll-late": { to: { opacity: 1 } },
      bgcolor: "tone.accent.soft",
      "&::after": {
        content: '""',
        position: "absolute",
        inset: 0,
        bgcolor: "primary.main",
        animation: "ll-run 1.6s ease-in-out infinite",
      },
      "@keyframes ll-run": { from: { transform: "translateX(-100%)" }, to: { transform: "translateX(100%)" } },
      overflow: "hidden",
    }}
  />
);
