import type { CalendarTx } from "../db.ts";
import { takesTime } from "./placement.ts";
import { cardRow } from "./visit.rows.ts";
import { lockVisit, updateVisit } from "./visit.store.ts";
import { sharesOf, type Visit } from "./visit.ts";

/** Shows a visit anew with what another service told; it keeps its place, its version and its log. An older word about an order is ignored. */
export async function refreshVisit(tx: CalendarTx, id: string, renew: (visit: Visit) => Visit, orderVersion?: number): Promise<void> {
  const locked = await lockVisit(tx, id);
  if (!locked || (orderVersion !== undefined && orderVersion < locked.orderVersion)) return;
  const visit = renew(locked.visit);
  const cards = locked.cards.flatMap((card) => {
    const share = sharesOf(visit.lines).find((one) => one.staffId === card.staffId);
    if (!share) return [];
    const { overbooked, outOfHours } = visit;
    const seat = { ...share, cardId: card.id, exclusive: card.exclusive, takesTime: takesTime(visit, share), overbooked, outOfHours };
    return [cardRow(tx.ctx.companyId, visit, { ...seat, during: card.during }, locked.cards.length > 1)];
  });
  const linesChanged = visit.lines.some((line, index) => line !== locked.visit.lines[index]);
  await updateVisit(tx, { visit, cards, orderVersion: orderVersion ?? locked.orderVersion, linesChanged });
  tx.notify("calendar.cards", { businessId: visit.businessId, dates: [visit.date], ids: [visit.id] });
}
