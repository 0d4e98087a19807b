import Box from "@mui/material/Box";
import { useState } from "react";
import { later } from "../../ui/later.tsx";
import { useConflict } from "./conflict.ts";
import { GridSkeleton } from "./GridSkeleton.tsx";
import { PANEL_WIDTH } from "./layout.ts";

const panelSpace = (
  <Box
    aria-busy="true"
    sx={{ width: { xs: 0, md: PANEL_WIDTH }, flex: "none", bgcolor: "background.paper", borderLeft: 1, borderColor: "line" }}
  />
);

/** What the calendar shows only when asked; the day's grid does not wait for it. */
export const AppointmentPanel = later(async () => (await import("./AppointmentPanel.tsx")).AppointmentPanel, panelSpace);
export const BookDrawer = later(async () => (await import("./BookDrawer.tsx")).BookDrawer);
export const BlockDrawer = later(async () => (await import("./BlockDrawer.tsx")).BlockDrawer);
export const MonthView = later(async () => (await import("./MonthView.tsx")).MonthView, <GridSkeleton />);
export const ListView = later(async () => (await import("./ListView.tsx")).ListView, <GridSkeleton />);
export const StaffMenu = later(async () => (await import("./CalendarMenus.tsx")).StaffMenu);
export const MoreMenu = later(async () => (await import("./CalendarMenus.tsx")).MoreMenu);
const ConflictDialog = later(async () => (await import("./ConflictDialog.tsx")).ConflictDialog);
/** What a drop needs. */
export const cardMover = { fetch: () => import("./move-card.ts") };

/** Shown once per page that books or moves; see askConflict. It stays from the first conflict on, so that its dialog can leave gently. */
export const ConflictHost = () => {
  const asked = useConflict((state) => state.asked !== undefined);
  const [needed, setNeeded] = useState(false);
  if (asked && !needed) setNeeded(true);
  return needed && <ConflictDialog />;
};

export const calendarParts = [
  AppointmentPanel,
  BookDrawer,
  BlockDrawer,
  MonthView,
  ListView,
  StaffMenu,
  MoreMenu,
  ConflictDialog,
  cardMover,
];
