import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import { keyframes } from "@mui/material/styles";
import { Icon } from "../../ui/icons.tsx";
import { beside } from "../../ui/page/beside.tsx";
import { leftSlot, rightSlot } from "../../ui/page/slots.ts";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { openPalette } from "../palette/palette.ts";
import { useCan } from "../session/session.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { BusinessSwitcher } from "./BusinessSwitcher.tsx";

// What can be taken back waits for no network: without its list the page stays as it is.
const RecentChanges = beside(() => import("../undo/RecentChanges.tsx"));

const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The page's heading and actions say where the search stands. It waits a moment for them rather than be pushed aside. */
const untilThePageIsThere = {
  "&:empty ~ [data-search]": { visibility: "hidden", animation: `${keyframes({ to: { visibility: "visible" } })} 0s 1s forwards` },
};

/** The page's title and actions, the search, the person. Pages fill the two slots through PageFrame. */
export const TopBar = () => {
  const mobile = useMobile();
  const find = useCan("viewClientContact") ? "Find client, pet, phone…" : "Find client or pet…";
  return (
    <Box
      component="header"
      sx={{
        minHeight: 56,
        flex: "none",
        display: "flex",
        alignItems: "center",
        gap: 1.25,
        px: { xs: 1.5, md: 2 },
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "line",
      }}
    >
      {!mobile && <BusinessSwitcher />}
      <Box
        ref={leftSlot}
        sx={{ display: "flex", alignItems: "center", gap: 1.25, minWidth: 0, flex: "0 1 auto", ...untilThePageIsThere }}
      />
      <Box sx={{ flex: "1 0 0" }} />
      {mobile ? (
        <IconButton aria-label="Search" onClick={openPalette}>
          <Icon name="search" sx={{ width: 21, height: 21 }} />
        </IconButton>
      ) : (
        <ButtonBase
          data-search
          onClick={openPalette}
          aria-label={`${find} ${mac ? "⌘K" : "Ctrl K"}`}
          aria-keyshortcuts={mac ? "Meta+K" : "Control+K"}
          sx={{
            // Gives way before the page's title does.
            width: { md: 40, lg: 230 },
            minWidth: { md: 40, lg: 120 },
            overflow: "hidden",
            height: 32,
            px: 1.25,
            borderRadius: "8px",
            border: 1,
            borderColor: "line",
            bgcolor: "background.default",
            color: "text.tertiary",
            justifyContent: "space-between",
            flex: "0 1000000 auto",
            "&:hover": { borderColor: "edge" },
          }}
        >
          {/* Where there is no room the words are only for readers of the screen. */}
          <Box
            component="span"
            sx={{
              position: { md: "absolute", lg: "static" },
              clipPath: { md: "inset(50%)", lg: "none" },
              whiteSpace: "nowrap",
              overflow: "hidden",
              textOverflow: "ellipsis",
            }}
          >
            {find}
          </Box>
          <Icon name="search" sx={{ width: 16, height: 16, display: { lg: "none" } }} />
          <Box
            component="kbd"
            sx={{
              font: "inherit",
              fontSize: "0.85rem",
              whiteSpace: "nowrap",
              flex: "none",
              ml: 0.75,
              border: 1,
              borderColor: "line",
              borderRadius: "4px",
              px: 0.6,
              bgcolor: "background.paper",
              display: { md: "none", lg: "inline" },
            }}
          >
            {mac ? "⌘K" : "Ctrl K"}
          </Box>
        </ButtonBase>
      )}
      <RecentChanges />
      <Box ref={rightSlot} sx={{ display: "flex", alignItems: "center", gap: 1.25, flex: "none" }} />
      {!mobile && <AccountMenu />}
    </Box>
  );
};
