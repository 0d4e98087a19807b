import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Button from "@mui/material/Button";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { useBookWaiting } from "./useBookWaiting.ts";

/** Books somebody who waits for the very time at which they would fit. */
export const BookHere = ({ entry, place, onBooked }: { entry: WaitlistEntry; place: Picked; onBooked: () => void }) => {
  const format = useFormat();
  const names = useStaffNames();
  const { book, pending } = useBookWaiting();
  const run = async () => {
    if (await book(entry, place)) onBooked();
  };
  const when = `${format.shortDay(place.date)}, ${format.minutes(place.startTime)}`;
  const name = names.get(place.staffId);
  return (
    <Button variant="contained" color="primary" loading={pending} onClick={() => void run()}>
      {entry.appointmentId === "0" ? "Book" : "Move to"} {when}
      {name && ` with ${name}`}
    </Button>
  );
};
