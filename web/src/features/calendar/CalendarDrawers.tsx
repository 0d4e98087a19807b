import { useState } from "react";
import type { BlockAsked } from "./blocks/BlockDrawer.tsx";
import { AwayDrawer, BlockDrawer, BookDrawer, TakenDrawer } from "./parts.tsx";
import type { Away } from "./reassignment/AwayDrawer.tsx";
import type { Booking } from "./shared/starts/next-free.ts";
import type { CalendarCard, CalendarStaff } from "./shared/types.ts";

/** What is open beside the calendar: a booking, a block, a plan for somebody who is away, a time that is taken without an appointment. */
export const useDrawers = () => {
  const [booking, setBooking] = useState<Booking>();
  const [block, setBlock] = useState<BlockAsked>();
  const [away, setAway] = useState<Away>();
  const [taken, setTaken] = useState<CalendarCard>();
  return { booking, setBooking, block, setBlock, away, setAway, taken, setTaken };
};

type Props = {
  of: ReturnType<typeof useDrawers>;
  staff: CalendarStaff[];
  /** The day of what is being booked. */
  onDay: (day: string) => void;
  onBooked: (appointmentId: string, day: string) => void;
};

export const CalendarDrawers = ({ of: open, staff, onDay, onBooked }: Props) => {
  const { booking, setBooking, block, setBlock, away, setAway, taken, setTaken } = open;
  return (
    <>
      {booking && (
        <BookDrawer
          slot={booking}
          staff={staff}
          onClose={() => setBooking(undefined)}
          onDay={onDay}
          onBooked={onBooked}
          onBlock={(time) => {
            setBooking(undefined);
            setBlock({ ...time, description: "", colorCode: "" });
          }}
        />
      )}
      {away && <AwayDrawer away={away} onClose={() => setAway(undefined)} />}
      {taken && <TakenDrawer card={taken} onClose={() => setTaken(undefined)} />}
      {block && <BlockDrawer draft={block} staff={staff} onClose={() => setBlock(undefined)} />}
    </>
  );
};
