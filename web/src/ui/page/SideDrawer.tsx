import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { BackCloses } from "../form/UnsavedGuard.tsx";
import { Icon } from "../icons.tsx";

type Props = {
  open: boolean;
  title: string;
  onClose: () => void;
  width?: number;
  header?: ReactNode;
  /** The buttons at the foot; the strong one last. */
  footer?: ReactNode;
  /** It has an address of its own, so that the history opens and closes it. */
  addressed?: boolean;
  /** The page behind is not darkened: it shows what is done here. */
  clear?: boolean;
  children: ReactNode;
};

/** A thing beside the page: slides in from the right, fills a phone. Esc closes. */
export const SideDrawer = ({ open, title, onClose, width = 440, header, footer, addressed, clear = false, children }: Props) => {
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      // What is sent in here is not also sent by a form that opened it.
      onSubmit={(event) => event.stopPropagation()}
      slotProps={{
        backdrop: { invisible: clear },
        paper: {
          tabIndex: -1,
          "aria-labelledby": id,
          role: "dialog",
          "aria-modal": true,
          sx: { width: { xs: "100%", md: width }, maxWidth: "100%" },
        },
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, px: 2.25, py: 1.25, borderBottom: 1, borderColor: "line" }}>
        <Typography id={id} variant="h2" component="h2" noWrap sx={{ flex: 1 }}>
          {title}
        </Typography>
        {header}
        <IconButton onClick={onClose} aria-label="Close" edge="end">
          <Icon name="close" />
        </IconButton>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: "auto" }}>{children}</Box>
      {!addressed && <BackCloses onClose={onClose} />}
      {footer && (
        <Box
          sx={{
            display: "flex",
            gap: 1,
            px: 2.25,
            py: 1.5,
            pb: "max(12px, env(safe-area-inset-bottom))",
            borderTop: 1,
            borderColor: "line",
            // A place for buttons that has none is no bar.
            "&:has(> :only-child:empty)": { display: "none" },
          }}
        >
          {footer}
        </Box>
      )}
    </Drawer>
  );
};
