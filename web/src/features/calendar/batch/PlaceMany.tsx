import { useMutation } from "@connectrpc/connect-query";
import { BatchAct, BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useMemo, useState } from "react";
import { addDays, daysBetween } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { AppointmentDrawer } from "../shared/AppointmentDrawer.tsx";
import { fullName } from "../shared/columns.tsx";
import type { Doing } from "../shared/conflicts/conflict.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import { useWishes } from "../shared/several/useWishes.ts";
import { WhyNone, WishRows } from "../shared/several/WishRows.tsx";
import { placesOf, wishOfCard } from "../shared/several/wish.ts";
import { WithoutTellingMany } from "../shared/telling/WithoutTelling.tsx";
import { type CalendarCard, NO_STAFF } from "../shared/types.ts";
import { useStaff } from "../shared/useCalendar.ts";

const { RESCHEDULE, BOOK_AGAIN } = BatchAct;
type Props = { act: typeof RESCHEDULE | typeof BOOK_AGAIN; cards: readonly CalendarCard[]; onClose: () => void; onDone: () => void };

const words: Record<Props["act"], { title: string; doing: Doing; done: string; days: number }> = {
  [RESCHEDULE]: { title: "Move appointments", doing: "Move", done: "moved", days: 1 },
  [BOOK_AGAIN]: { title: "Book again", doing: "Book", done: "booked", days: 28 },
};
const KEEP = "0";

/** Several appointments to another day or person, or booked once more: what is in the way first, then all of them in one act. */
export const PlaceMany = ({ act, cards, onClose, onDone }: Props) => {
  const { title, doing, done, days } = words[act];
  const staff = useStaff().data?.staff ?? [];
  const first = useMemo(() => cards.map(({ date }) => date).sort()[0] ?? "", [cards]);
  const [day, setDay] = useState(addDays(first, days));
  const [staffId, setStaff] = useState(KEEP);
  const [withoutTelling, setWithoutTelling] = useState(false);
  const by = daysBetween(first, day);
  const plan = useMemo(
    () =>
      cards.map(wishOfCard).map((wish) => ({
        ...wish,
        to: { ...wish.from, date: addDays(wish.from.date, by), ...(staffId !== KEEP && { staffId }) },
      })),
    [cards, by, staffId],
  );
  const wishes = useWishes(act, plan);
  const quiet = { meta: { quiet: true } };
  const move = useMutation(BatchService.method.batchReschedule, quiet);
  const again = useMutation(BatchService.method.batchBookAgain, quiet);
  const run = useManyActs();
  const save = async (): Promise<boolean> => {
    const worked = await run(
      (override) => {
        const places = placesOf(wishes.taken, override);
        return act === RESCHEDULE ? move.mutateAsync({ places, withoutTelling }) : again.mutateAsync({ places });
      },
      (count) => `${plural(count, "appointment")} ${done}`,
      doing,
    );
    if (worked) onDone();
    else wishes.recheck();
    return worked;
  };
  return (
    <AppointmentDrawer
      title={title}
      label={`${doing} ${plural(wishes.taken.length, "appointment")}`}
      width={560}
      ready={wishes.ready}
      pending={move.isPending || again.isPending}
      dirty={false}
      why={<WhyNone wishes={wishes} />}
      save={save}
      onClose={onClose}
    >
      <DateField
        label={cards.length === 1 ? "Day" : "Day of the first; the others move by as many days"}
        value={day}
        onChange={(to) => to && setDay(to)}
      />
      <TextField select label="Staff" value={staffId} onChange={(event) => setStaff(event.target.value)}>
        <MenuItem value={KEEP}>Keep each staff member</MenuItem>
        {staff
          .filter((one) => one.staffId !== NO_STAFF)
          .map((one) => (
            <MenuItem key={one.staffId} value={one.staffId}>
              {fullName(one)}
            </MenuItem>
          ))}
      </TextField>
      {act === RESCHEDULE && <WithoutTellingMany moves={wishes.taken} value={withoutTelling} onChange={setWithoutTelling} />}
      <WishRows wishes={wishes} staff={staff} doing={doing} />
    </AppointmentDrawer>
  );
};
