import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type MouseEvent, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icons.tsx";
import { Link } from "../links/Link.tsx";
import { useBackTo } from "../links/last-search.ts";
import { ScrollBox } from "./ScrollBox.tsx";
import { InShell, useHeaderSlots } from "./slots.ts";
import { useTitle } from "./title.ts";

type Props = {
  title: string;
  /** The window's title, where it says more than the heading. */
  windowTitle?: string;
  /** Where the arrow before the title leads. */
  back?: string;
  /** What the arrow does instead, where the thing lies over the page it leads to. */
  onBack?: () => void;
  /** Beside the title: a chip, arrows of a calendar. */
  beside?: ReactNode;
  /** At the right end: at most one strong button. */
  actions?: ReactNode;
  /** "page" scrolls and has margins; "fill" leaves the whole room to the screen. */
  layout?: "page" | "fill";
  maxWidth?: number;
  children: ReactNode;
};

const instead = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  act();
};

/** Every page's frame: its heading and actions go into the shell's header, its content below. */
export const PageFrame = ({ title, windowTitle, back, onBack, beside, actions, layout = "page", maxWidth, children }: Props) => {
  const slots = useHeaderSlots();
  const inShell = useContext(InShell);
  const backTo = useBackTo(back);
  useTitle(windowTitle ?? title);
  const heading = (
    <>
      {backTo && (
        <IconButton
          component={Link}
          to={backTo}
          {...(onBack && { onClick: instead(onBack) })}
          aria-label="Back"
          edge="start"
          sx={{ ml: -0.5 }}
        >
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
      {!inShell && (
        <Box component="header" sx={{ display: "flex", alignItems: "center", gap: 1, p: 2 }}>
          {heading}
          <Box sx={{ ml: "auto", display: "flex", gap: 1 }}>{actions}</Box>
        </Box>
      )}
      {layout === "fill" ? (
        <Box sx={{ flex: 1, minHeight: 0, display: "flex", flexDirection: "column" }}>{children}</Box>
      ) : (
        <ScrollBox sx={{ "@media print": { overflow: "visible" } }}>
          <Box sx={{ px: { xs: 1.5, md: 2.5 }, py: { xs: 1.5, md: 2 }, maxWidth, mx: "auto" }}>{children}</Box>
        </ScrollBox>
      )}
    </>
  );
};
