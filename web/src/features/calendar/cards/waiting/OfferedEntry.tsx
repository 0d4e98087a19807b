import { EntryDrawer } from "../../../online-booking/shared/waitlist/EntryDrawer.tsx";
import type { CalendarCard } from "../../shared/types.ts";

/** Whom the time of this card is offered. */
export const OfferedEntry = ({ card, onClose }: { card: CalendarCard; onClose: () => void }) => (
  <EntryDrawer id={card.cardId} place={card} onClose={onClose} />
);
