import { later } from "../../../ui/page/later.tsx";
import { GridSkeleton } from "./GridSkeleton.tsx";

/** What the day's grid does not wait for. */
export const MonthView = later(async () => (await import("./month/MonthView.tsx")).MonthView, <GridSkeleton />);
export const WeekView = later(async () => (await import("./week/WeekView.tsx")).WeekView, <GridSkeleton />);
export const ListView = later(async () => (await import("./list/ListView.tsx")).ListView, <GridSkeleton />);
export const StaffMenu = later(async () => (await import("./bar/CalendarMenus.tsx")).StaffMenu);
export const ColumnMenu = later(async () => (await import("./bar/ColumnMenu.tsx")).ColumnMenu, null);
export const MoreMenu = later(async () => (await import("./bar/CalendarMenus.tsx")).MoreMenu);
export const Invitation = later(async () => (await import("./Invitation.tsx")).Invitation, null);
export const PlannedCards = later(async () => (await import("./PlannedCards.tsx")).PlannedCards, null);
/** What a drag needs, of a card and over empty time; it comes with what they draw. */
export const GhostCard = later(async () => (await import("./PlannedCards.tsx")).GhostCard, null);
export const spanMarker = { fetch: () => import("./PlannedCards.tsx") };
/** What a drop needs. */
export const cardMover = { fetch: () => import("./move-card.ts") };

/** Daycare and boarding beside the day's appointments; its room is kept, above a grid and in the head of a day. */
export const Care = later(async () => (await import("./care/CareStrip.tsx")).Care, <div style={{ minWidth: "100%", height: 34 }} />);

export const cardParts = [ColumnMenu, WeekView, MonthView, ListView, StaffMenu, MoreMenu, PlannedCards, cardMover];
