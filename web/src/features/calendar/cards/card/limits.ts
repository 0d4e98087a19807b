import type { CalendarCard } from "../../shared/types.ts";

type Place = { readonly date: string; readonly staffId: string };

/** Why a card may not be dragged to a place; undefined where it may. */
export const limitOf = (
  { date, staffId, draggableInfo }: Pick<CalendarCard, "date" | "staffId" | "draggableInfo">,
  to: Place,
): string | undefined => {
  if (!draggableInfo) return undefined;
  const { earliestDate, latestDate, dateReason, unavailableStaffIds, staffReason } = draggableInfo;
  const isOutside = (earliestDate && to.date < earliestDate) || (latestDate && to.date > latestDate);
  if (to.date !== date && isOutside) return dateReason;
  return to.staffId !== staffId && unavailableStaffIds.includes(to.staffId) ? staffReason : undefined;
};
