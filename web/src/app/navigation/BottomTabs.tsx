import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Drawer from "@mui/material/Drawer";
import { useState } from "react";
import { useLocation } from "react-router";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { CountBadge } from "./CountBadge.tsx";
import { MoreSheet } from "./MoreSheet.tsx";
import { groupAt, navigation } from "./nav.ts";
import { countAt, labelWith, useWaiting } from "./waiting.ts";

const tabs: { id: string; label: string; icon: IconName; to: string }[] = [
  { id: "today", label: "Today", icon: "today", to: "/home/overview" },
  { id: "calendar", label: "Calendar", icon: "calendar", to: "/calendar/grooming" },
  { id: "clients", label: "Clients", icon: "clients", to: "/client" },
  { id: "messages", label: "Messages", icon: "messages", to: "/message" },
];

const look = (on: boolean) => ({
  position: "relative",
  display: "grid",
  justifyItems: "center",
  gap: "2px",
  py: 0.75,
  minHeight: 52,
  fontSize: 11,
  fontWeight: on ? 650 : 450,
  color: on ? "primary.main" : "text.secondary",
});

/** Navigation on a phone: four tabs within the thumb's reach, and the rest under More. */
const BottomTabs = () => {
  const here = groupAt(useLocation().pathname, navigation);
  const [more, setMore] = useState(false);
  const waiting = useWaiting();
  const known = tabs.some((tab) => tab.id === here);
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{
        flex: "none",
        display: "grid",
        gridTemplateColumns: "repeat(5, 1fr)",
        bgcolor: "background.paper",
        borderTop: 1,
        borderColor: "line",
        pb: "env(safe-area-inset-bottom)",
      }}
    >
      {tabs.map((tab) => (
        <ButtonBase
          key={tab.id}
          component={Link}
          to={tab.to}
          aria-label={labelWith(tab.label, tab.id, waiting)}
          aria-current={tab.id === here ? "page" : undefined}
          sx={look(tab.id === here)}
        >
          <Icon name={tab.icon} sx={{ width: 22, height: 22 }} />
          {tab.label}
          <CountBadge count={countAt(tab.id, waiting)} corner />
        </ButtonBase>
      ))}
      <ButtonBase
        aria-label={labelWith("More", "requests", waiting)}
        aria-haspopup="dialog"
        aria-expanded={more}
        onClick={() => setMore(true)}
        sx={look(!known)}
      >
        <Icon name="list" sx={{ width: 22, height: 22 }} />
        More
        <CountBadge count={waiting.requests} corner />
      </ButtonBase>
      <Drawer
        anchor="bottom"
        open={more}
        onClose={() => setMore(false)}
        slotProps={{ paper: { role: "dialog", "aria-label": "More", sx: { borderRadius: "18px 18px 0 0", maxHeight: "86dvh" } } }}
      >
        <MoreSheet onDone={() => setMore(false)} />
      </Drawer>
    </Box>
  );
};

export default BottomTabs;
