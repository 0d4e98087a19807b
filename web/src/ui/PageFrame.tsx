import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useHeaderSlots } from "../app/shell/slots.ts";
import { useTitle } from "../app/title.ts";
import { Icon } from "./icons.tsx";
import { Link } from "./Link.tsx";

type Props = {
  title: string;
  /** The window's title, where it says more than the heading. */
  windowTitle?: string;
  /** Where the arrow before the title leads. */
  back?: string;
  /** Beside the title: a chip, arrows of a calendar. */
  beside?: ReactNode;
  /** At the right end: at most one strong button. */
  actions?: ReactNode;
  /** "page" scrolls and has margins; "fill" leaves the whole room to the screen. */
  layout?: "page" | "fill";
  maxWidth?: number;
  children: ReactNode;
};

/** Every page's frame: its heading and actions go into the shell's header, its content below. */
export const PageFrame = ({ title, windowTitle, back, beside, actions, layout = "page", maxWidth, children }: Props) => {
  const slots = useHeaderSlots();
  useTitle(windowTitle ?? title);
  const heading = (
    <>
      {back && (
        <IconButton component={Link} to={back} aria-label="Back" edge="start" sx={{ ml: -0.5 }}>
          <Icon name="left" />
        </IconButton>
      )}
      <Typography variant="h1" noWrap sx={{ fontSize: { xs: "1.33rem", md: undefined } }}>
        {title}
      </Typography>
      {beside}
    </>
  );
  return (
    <>
      {slots.left ? createPortal(heading, slots.left) : null}
      {slots.right ? createPortal(actions, slots.right) : null}
      {!slots.left && (
        <Box component="header" sx={{ display: "flex", alignItems: "center", gap: 1, p: 2 }}>
          {heading}
          <Box sx={{ ml: "auto", display: "flex", gap: 1 }}>{actions}</Box>
        </Box>
      )}
      {layout === "fill" ? (
        <Box sx={{ flex: 1, minHeight: 0, display: "flex", flexDirection: "column" }}>{children}</Box>
      ) : (
        <Box sx={{ flex: 1, minHeight: 0, overflow: "auto", "@media print": { overflow: "visible" } }}>
          <Box sx={{ px: { xs: 1.5, md: 2.5 }, py: { xs: 1.5, md: 2 }, maxWidth, mx: "auto" }}>{children}</Box>
        </Box>
      )}
    </>
  );
};
