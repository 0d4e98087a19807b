import Box from "@mui/material/Box";
import { useState } from "react";
import { later } from "../../ui/page/later.tsx";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { useConflict } from "./shared/conflict.ts";
import { PANEL_WIDTH } from "./shared/layout.ts";

const panelSpace = (
  <Box
    aria-busy="true"
    sx={{ width: { xs: 0, md: PANEL_WIDTH }, flex: "none", bgcolor: "background.paper", borderLeft: 1, borderColor: "line" }}
  />
);

/** What the calendar shows only when asked; the day's grid does not wait for it. */
export const AppointmentPanel = later(async () => (await import("./appointments/panel/AppointmentPanel.tsx")).AppointmentPanel, panelSpace);
export const BookDrawer = later(async () => (await import("./appointments/book/BookDrawer.tsx")).BookDrawer);
export const BlockDrawer = later(async () => (await import("./blocks/BlockDrawer.tsx")).BlockDrawer);
export const MonthView = later(async () => (await import("./cards/MonthView.tsx")).MonthView, <GridSkeleton />);
export const ListView = later(async () => (await import("./cards/ListView.tsx")).ListView, <GridSkeleton />);
export const StaffMenu = later(async () => (await import("./cards/CalendarMenus.tsx")).StaffMenu);
export const MoreMenu = later(async () => (await import("./cards/CalendarMenus.tsx")).MoreMenu);
const ConflictDialog = later(async () => (await import("./shared/ConflictDialog.tsx")).ConflictDialog);
/** What a drop needs. */
export const cardMover = { fetch: () => import("./cards/move-card.ts") };

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
