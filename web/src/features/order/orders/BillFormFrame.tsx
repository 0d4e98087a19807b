import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";

export const Frame = ({
  action,
  onAction,
  onBack,
  ready,
  pending,
  children,
}: {
  action: string;
  onAction: () => void;
  onBack: () => void;
  ready: boolean;
  pending: boolean;
  children: ReactNode;
}) => (
  <Box
    component="form"
    onSubmit={(event) => {
      event.preventDefault();
      if (ready) onAction();
    }}
    sx={{ display: "grid", gap: 1.25, mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "lineSoft" }}
  >
    {children}
    <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
      <Button onClick={onBack}>Cancel</Button>
      <Button type="submit" variant="outlined" disabled={!ready} loading={pending}>
        {action}
      </Button>
    </Box>
  </Box>
);
