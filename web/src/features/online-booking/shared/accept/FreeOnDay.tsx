import { useQuery } from "@connectrpc/connect-query";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { freeOnDay } from "./free-on-day.ts";

type Props = { request: BookingRequest; to: Picked; onPick: (picked: Picked) => void };

/** Minutes from one offered start to the next. */
const STEP = 15;

/** What is free on the chosen day, to be put into the form with one press. */
export const FreeOnDay = ({ request, to, onPick }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const startDate = isoToDay(to.date);
  const { data } = useQuery(
    SlotService.method.listFreeSlots,
    {
      businessId: request.businessId,
      startDate,
      duration: Math.max(1, request.endTime - request.startTime),
      step: STEP,
      pets: request.pets.length,
      serviceIds: request.pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId)),
    },
    { enabled: startDate !== undefined, meta: { quiet: true }, retry: false },
  );
  if (!data) return null;
  const { times, theirs } = freeOnDay(data.days, to, format.now());
  const day = format.shortDay(to.date);
  if (times.length === 0) return <Typography color="textSecondary">Nobody has a free time on {day}.</Typography>;
  const name = names.get(to.staffId) ?? "The person";
  return (
    <Box role="group" aria-label="Free times" sx={{ display: "grid", gap: 1 }}>
      <Typography color="textSecondary">
        {theirs ? `Free on ${day} with ${name}` : `${name} has no free time on ${day}. Free with somebody else`}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {times.map((one) => (
          <Button
            key={`${one.staffId}-${one.startTime}`}
            variant="outlined"
            size="small"
            aria-pressed={one.staffId === to.staffId && one.startTime === to.startTime}
            onClick={() => onPick(one)}
          >
            {format.minutes(one.startTime)}
            {!theirs && ` · ${names.get(one.staffId) ?? ""}`}
          </Button>
        ))}
      </Box>
    </Box>
  );
};
