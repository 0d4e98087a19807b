import { useFormat } from "../../../../ui/format/useFormat.ts";
import { blockWords, familyName } from "../../shared/card-text.ts";
import type { Column } from "../../shared/columns.tsx";
import { dropWarning } from "../../shared/conflicts/drop-warning.ts";
import { type Hours, toPx } from "../../shared/layout.ts";
import type { Moved } from "../useCardDrag.ts";

/** A card on its way to another place: the time it would have there, and what would stand in its way, before it is put down. */
export const GhostCard = ({ ghost, column, hours }: { ghost: Moved; column: Column; hours: Hours }) => {
  const format = useFormat();
  const warning = dropWarning(ghost, column);
  return (
    <div
      className={warning ? "card ghost bad" : "card ghost"}
      role="status"
      style={{
        // What follows the pointer is moved without laying the page out anew.
        top: 1,
        transform: `translateY(${toPx(ghost.startTime, hours)}px)`,
        height: Math.max(18, toPx(ghost.endTime, hours) - toPx(ghost.startTime, hours) - 3),
        left: 4,
        right: 6,
        ...column.colour?.(ghost.card),
      }}
    >
      <span className="t">
        {format.range(ghost.startTime, ghost.endTime)}
        {warning && <strong>{warning}</strong>}
      </span>
      <span className="n">{ghost.card.customerInfo ? familyName(ghost.card) : blockWords(ghost.card)}</span>
    </div>
  );
};
