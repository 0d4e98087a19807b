import Box from "@mui/material/Box";
import { Icon } from "../../ui/icons.tsx";

/** How it stands, at a glance. */
export const Sign = ({ off, name }: { off: boolean; name: "info" | "check" | "clock" }) => (
  <Box
    sx={{
      ...{ width: 56, height: 56, borderRadius: "50%", display: "grid", placeItems: "center" },
      bgcolor: off ? "tone.warn.soft" : "tone.ok.soft",
      color: off ? "tone.warn.main" : "tone.ok.main",
    }}
  >
    <Icon name={name} sx={{ width: 28, height: 28 }} />
  </Box>
);
