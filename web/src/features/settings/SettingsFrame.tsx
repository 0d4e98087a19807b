import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { AskOwner } from "../../app/routes/AskOwner.tsx";
import { useInfo } from "../../app/session/session.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { SettingsChoice, SettingsNav } from "./SettingsNav.tsx";
import { areaAt, areasFor, hasArea, opens } from "./settings-nav.ts";

const mobileOnly = (
  <EmptyState
    icon="pin"
    title="Only for businesses that go to their clients"
    text="Clients come to this location. If you start driving to them, change that in the location's settings."
  />
);

type Props = { title: string; back?: string; actions?: ReactNode; maxWidth?: number; children: ReactNode };

/** Every settings page: the areas at the left (a choice above, on a phone), the area's content at the right. */
export const SettingsFrame = ({ title, back, actions, maxWidth = 860, children }: Props) => {
  const who = useInfo();
  const mobile = useMobile();
  const here = areaAt(useLocation().pathname);
  const allowed = !here || opens(who, here);
  const areas = areasFor(who);
  return (
    <PageFrame title={title} windowTitle={`${title} · Settings`} actions={allowed && actions} {...(back && { back })}>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "200px minmax(0, 1fr)" },
          gap: { xs: 2, md: 3 },
          alignItems: "start",
        }}
      >
        {mobile ? (
          !back && <SettingsChoice areas={areas} here={here} />
        ) : (
          // It scrolls by itself, so that the area that is open can be seen in it and the page begins at its top.
          <Box
            component="nav"
            aria-label="Settings"
            sx={{ position: "sticky", top: 0, maxHeight: "calc(100dvh - 104px)", overflowY: "auto", scrollbarWidth: "thin" }}
          >
            <SettingsNav areas={areas} here={here} />
          </Box>
        )}
        <Box sx={{ minWidth: 0, maxWidth }}>{allowed ? children : hasArea(who, here) ? <AskOwner /> : mobileOnly}</Box>
      </Box>
    </PageFrame>
  );
};
