import Box from "@mui/material/Box";
import { useEffect } from "react";
import { Outlet, useRevalidator } from "react-router";
import { useGo } from "../../ui/links/Link.tsx";
import { beside } from "../../ui/page/beside.tsx";
import { useAhead } from "../../ui/page/later.tsx";
import { InShell } from "../../ui/page/slots.ts";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { whenRefused } from "../calls/transport.ts";
import { startLive } from "../live/live.ts";
import { onNotice } from "../live/notices.ts";
import { SideNav } from "../navigation/SideNav.tsx";
import { someUnsent } from "../offline/unsent.ts";
import { usePalette } from "../palette/palette.ts";
import { useCan, useSession } from "../session/session.ts";
import { refreshSession } from "../session/session-api.ts";
import { CheckoutHost } from "./CheckoutHost.tsx";
import { OfflineBanner } from "./OfflineBanner.tsx";
import { CommandPalette, KeysHelp, shellParts } from "./parts.ts";
import { TopBar } from "./TopBar.tsx";
import { useShellKeys } from "./useShellKeys.ts";

const BottomTabs = beside(() => import("../navigation/BottomTabs.tsx"));
const WaitingCounts = beside(() => import("../navigation/WaitingCounts.tsx"));

/** A change of one's role, locations or company holds at once, and so does the end of one's sign-in times: what may be seen and done is asked again, and the page decided anew. */
const RIGHTS = ["account.role", "account.staff", "account.business", "account.company"] as const;
const ONCE_IN_MS = 5_000;
const useLiveRights = (): void => {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const again = () => void refreshSession().then(revalidate);
    const stops = RIGHTS.map((topic) => onNotice(topic, again));
    let last = 0;
    whenRefused(() => {
      if (Date.now() - last < ONCE_IN_MS) return;
      last = Date.now();
      again();
    });
    return () => {
      for (const stop of stops) stop();
      whenRefused(() => {});
    };
  }, [revalidate]);
};

/** Tells whoever sees everybody's clock that somebody clocked, where the business wants to be told (core §3). */
const useClockNotices = (): void => {
  const here = useCan("clockInOutWorkingLocations");
  const everywhere = useCan("clockInOutAllLocations");
  useEffect(() => {
    if (!here && !everywhere) return undefined;
    return onNotice("account.clock", ({ tell, ids = [] }) => {
      // A word that could not be said is no loss: the clock's page shows the same.
      if (tell) void import("../live/clock-notices.ts").then(({ tellClocked }) => tellClocked(ids)).catch(() => {});
    });
  }, [here, everywhere]);
};

/** Navigation, header and live connection around every business page. */
const AppShell = () => {
  const mobile = useMobile();
  const open = usePalette((state) => state.open);
  const business = useSession((state) => (state.status === "in" ? state.business?.id : undefined));
  const signedIn = useSession((state) => state.status === "in");
  const go = useGo();
  useShellKeys(go);
  useAhead(shellParts);
  useLiveRights();
  useClockNotices();
  useEffect(() => (business ? startLive() : undefined), [business]);
  // Ticks that were made without a network go out from whatever page is open when it is back.
  useEffect(() => {
    if (business && someUnsent()) void import("../offline/ticks.ts").then(({ startTicks }) => startTicks());
  }, [business]);
  // The palette's sources are fetched when it is first opened.
  useEffect(() => {
    if (open === "palette") void import("../palette/providers.ts").then(({ registerProviders }) => registerProviders(go));
  }, [open, go]);
  if (!signedIn) return null;
  return (
    <Box
      sx={{
        height: "100dvh",
        display: "flex",
        flexDirection: { xs: "column", md: "row" },
        bgcolor: "background.default",
        // On paper the page is as long as it is, without what leads elsewhere.
        "@media print": { height: "auto", display: "block", "& nav, & header button, & header a": { display: "none" } },
      }}
    >
      <SkipLink />
      {!mobile && <SideNav />}
      <Box sx={{ flex: 1, minWidth: 0, minHeight: 0, display: "flex", flexDirection: "column" }}>
        <TopBar />
        <OfflineBanner />
        <Box
          component="main"
          id="content"
          tabIndex={-1}
          sx={{ flex: 1, minHeight: 0, display: "flex", flexDirection: "column", outline: "none" }}
        >
          <InShell value={true}>
            <Outlet />
          </InShell>
        </Box>
      </Box>
      {mobile && (
        <Box sx={{ minHeight: 53, flex: "none" }}>
          <BottomTabs />
        </Box>
      )}
      {open === "palette" && <CommandPalette />}
      {open === "keys" && <KeysHelp />}
      <CheckoutHost />
      <WaitingCounts />
    </Box>
  );
};

const SkipLink = () => (
  <Box
    component="a"
    href="#content"
    sx={{ position: "absolute", left: -9999, zIndex: "tooltip", p: 1, bgcolor: "background.paper", "&:focus": { left: 8, top: 8 } }}
  >
    Skip to the content
  </Box>
);

export default AppShell;
