import { type ComponentProps, useState } from "react";
import { BookDrawer } from "../appointments/book/BookDrawer.tsx";
import { type BlockDraft, BlockDrawer } from "../blocks/BlockDrawer.tsx";
import type { Slot } from "../shared/types.ts";
import { type Among, blockOn, nextFree } from "./next-free.ts";

/** A place that was pointed at, or a day on which the first free one among these people is looked for. */
export type Booking = Slot | (Pick<Slot, "date" | "customerId" | "againId"> & Among);
export type Block = BlockDraft | ({ date: string; wanted: readonly string[] } & Among);

const slotOf = (asked: Booking): Slot => {
  if (!("among" in asked)) return asked;
  const { among, from, ...known } = asked;
  return { ...known, ...nextFree(among, from) };
};

const draftOf = (asked: Block): BlockDraft => ("among" in asked ? blockOn(asked.date, asked.among, asked.wanted, asked.from) : asked);

/** The drawers of the calendar in which something new begins. They reckon their start themselves: nothing else waits for it. */
export const BeginBooking = ({ slot, ...props }: Omit<ComponentProps<typeof BookDrawer>, "slot"> & { slot: Booking }) => {
  const [start] = useState(() => slotOf(slot));
  return <BookDrawer {...props} slot={start} />;
};

export const BeginBlock = ({ draft, ...props }: Omit<ComponentProps<typeof BlockDrawer>, "draft"> & { draft: Block }) => {
  const [start] = useState(() => draftOf(draft));
  return <BlockDrawer {...props} draft={start} />;
};
