import Box from "@mui/material/Box";
import { later } from "../../ui/page/later.tsx";
import { cardParts } from "./cards/parts.tsx";
import { ConflictDialog, PriceDialog, ScopeDialog } from "./shared/conflicts/ConflictHost.tsx";
import { PANEL_WIDTH } from "./shared/layout.ts";

const panelSpace = (
  <Box
    aria-busy="true"
    sx={{ width: { xs: 0, md: PANEL_WIDTH }, flex: "none", bgcolor: "background.paper", borderLeft: 1, borderColor: "line" }}
  />
);

/** What the calendar shows only when asked; the day's grid does not wait for it. */
export const AppointmentPanel = later(async () => (await import("./AppointmentBeside.tsx")).AppointmentBeside, panelSpace);
export const BookDrawer = later(async () => (await import("./appointments/book/BookDrawer.tsx")).BookDrawer);
export const BlockDrawer = later(async () => (await import("./blocks/BlockDrawer.tsx")).BlockDrawer);
export const BatchBar = later(async () => (await import("./batch/BatchBar.tsx")).BatchBar, null);
export const TakenDrawer = later(async () => (await import("./TakenDrawer.tsx")).TakenDrawer);
export const AwayDrawer = later(async () => (await import("./reassignment/AwayDrawer.tsx")).AwayDrawer);

export const calendarParts = [
  AppointmentPanel,
  BookDrawer,
  BlockDrawer,
  BatchBar,
  AwayDrawer,
  TakenDrawer,
  ConflictDialog,
  PriceDialog,
  ScopeDialog,
  ...cardParts,
];
