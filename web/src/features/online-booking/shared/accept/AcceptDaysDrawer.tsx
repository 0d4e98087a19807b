import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { stoppedByUnread } from "../../../../ui/inputs/unread.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { RequestWhen } from "../RequestWhen.tsx";
import { asAsked, type useDecide } from "../useDecide.ts";
import { Heard } from "./Heard.tsx";
import { dayText, isOver, toWrong } from "./over-time.ts";

type Props = { request: BookingRequest; decide: ReturnType<typeof useDecide>; onClose: () => void };

/** Other days for daycare that was asked for, as many of them, or another drop-off; prices and lengths stay. */
export const AcceptDaysDrawer = ({ request, decide, onClose }: Props) => {
  const format = useFormat();
  const [days, setDays] = useState([request.startDate, ...request.moreDates]);
  const [startTime, setStartTime] = useState(request.startTime);
  const overOn = (date: string) => isOver(format.now(), { date, startTime });
  const over = days.some(overOn);
  const twice = new Set(days).size < days.length;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (twice || over) return toWrong(event.currentTarget);
    if (decide.pending || stoppedByUnread()) return;
    void decide.takeAt({ ...asAsked(request), startTime, days }).then((done) => done && onClose());
  };
  return (
    <SideDrawer
      open
      title={days.length > 1 ? "Accept for other days" : "Accept for another day"}
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form="accept"
          variant="contained"
          color="primary"
          size="large"
          sx={{ ml: "auto", flex: { xs: 1, md: "none" } }}
          loading={decide.pending}
        >
          Accept
        </Button>
      }
    >
      <Box component="form" id="accept" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Typography color="textSecondary">
          Asked for: <RequestWhen request={request} />
        </Typography>
        <Heard request={request} what={days.length > 1 ? "new days" : "new day"} />
        {days.map((day, index) => (
          <DateField
            // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name than its place in the order
            key={index}
            label={days.length > 1 ? `Day ${index + 1}` : "Day"}
            value={day}
            min={format.now().date}
            {...dayText(days, index, overOn(day))}
            onChange={(next) => next && setDays(days.map((one, at) => (at === index ? next : one)))}
          />
        ))}
        <TimeField
          label="Drop-off"
          value={startTime}
          onChange={(minutes) => minutes !== undefined && setStartTime(minutes)}
          helperText={`Until ${format.minutes(Math.min(startTime + request.endTime - request.startTime, 1440))}`}
        />
      </Box>
    </SideDrawer>
  );
};
