import { type DragEvent, useState } from "react";

/** The list with one row taken out and put in elsewhere. */
export const moved = <T>(rows: readonly T[], from: number, to: number): T[] => {
  const next = rows.slice();
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Rows that are dragged into another order with the mouse. Arrows beside them (`RowArrows`) do the same by keyboard and finger. */
export const useRowDrag = (count: number, onMove: ((from: number, to: number) => void) | undefined) => {
  const [from, setFrom] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = () => {
    setFrom(undefined);
    setOver(undefined);
  };
  const props = (at: number) =>
    onMove && count > 1
      ? {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", String(at));
            setFrom(at);
          },
          onDragOver: (event: DragEvent) => {
            if (from === undefined) return;
            event.preventDefault();
            setOver(at);
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            if (from !== undefined && from !== at) onMove(from, at);
            end();
          },
          onDragEnd: end,
        }
      : {};
  /** Where the row would land: a line at its edge. */
  const look = (at: number) => {
    if (from === at) return { opacity: 0.5 };
    if (from === undefined || over !== at) return {};
    return { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 };
  };
  return { props, look };
};
