import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";

type Props = { title: string; label: string; value: string; children?: ReactNode; onClose: () => void };

/** A secret, shown this once. */
export const SecretDrawer = ({ title, label, value, children, onClose }: Props) => (
  <SideDrawer
    open
    title={title}
    onClose={onClose}
    footer={
      <Button variant="contained" color="primary" size="large" onClick={onClose} sx={{ ml: "auto" }}>
        I saved it
      </Button>
    }
  >
    <Box sx={{ display: "grid", gap: 2, p: 2.25 }}>
      <Alert severity="warning">Copy it now and keep it in a safe place. It is not shown again.</Alert>
      <CopyField label={label} value={value} />
      {children}
    </Box>
  </SideDrawer>
);
