import Box from "@mui/material/Box";
import Button from "@mui/material/Button";

/** The foot of a settings form. */
export const SaveBar = ({ label, dirty, busy, always }: { label: string; dirty: boolean; busy: boolean; always?: boolean }) => (
  <Box
    sx={{ display: "flex", justifyContent: "flex-end", position: "sticky", bottom: 0, zIndex: 2, py: 1.5, bgcolor: "background.default" }}
  >
    <Button
      type="submit"
      variant="contained"
      color="primary"
      size="large"
      disabled={!dirty && !busy && !always}
      loading={busy}
      sx={{ width: { xs: "100%", md: "auto" } }}
    >
      {label}
    </Button>
  </Box>
);
