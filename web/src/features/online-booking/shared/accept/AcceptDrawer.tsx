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
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { StaffSelect } from "../../../calendar/shared/StaffSelect.tsx";
import { useStaff } from "../../../calendar/shared/useCalendar.ts";
import { ProposeButton, ProposeTimes } from "../proposals/ProposeTimes.tsx";
import { useProposal } from "../proposals/useProposal.ts";
import { asAsked, type useDecide } from "../useDecide.ts";
import { FreeOnDay } from "./FreeOnDay.tsx";
import { Heard } from "./Heard.tsx";
import { isOver, overText, toWrong } from "./over-time.ts";

type Props = { request: BookingRequest; decide: ReturnType<typeof useDecide>; onClose: () => void };

/** Another day, time or person for what a pet parent asked for, to be accepted or to be proposed with others; prices and lengths stay. */
export const AcceptDrawer = ({ request, decide, onClose }: Props) => {
  const format = useFormat();
  const { startDate, startTime, endTime, staffName } = request;
  const [to, setTo] = useState(asAsked(request));
  const staff = useStaff().data?.staff ?? [];
  const set = (change: Partial<Picked>) => setTo((before) => ({ ...before, ...change }));
  const over = isOver(format.now(), to);
  const proposal = useProposal(request);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (over) return toWrong(event.currentTarget);
    if (!decide.pending && !stoppedByUnread()) void decide.takeAt(to, setTo).then((done) => done && onClose());
  };
  return (
    <SideDrawer
      open
      title="Another time"
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flex: 1, display: { xs: "none", md: "block" } }} />
          <ProposeButton proposal={proposal} disabled={decide.pending} onDone={onClose} />
          <Button
            type="submit"
            form="accept"
            variant="contained"
            color="primary"
            size="large"
            sx={{ flex: { xs: 1, md: "none" } }}
            loading={decide.pending}
            disabled={proposal.pending}
          >
            Accept
          </Button>
        </>
      }
    >
      <Box component="form" id="accept" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Typography color="textSecondary">
          Asked for: {format.longDay(startDate)}, {format.range(startTime, endTime)}
          {staffName && ` · ${staffName}`}
        </Typography>
        <Heard request={request} what="new time" />
        <DateField label="Day" value={to.date} min={format.now().date} onChange={(day) => day && set({ date: day })} {...overText(over)} />
        <TimeField
          label="Start"
          value={to.startTime}
          onChange={(minutes) => minutes !== undefined && set({ startTime: minutes })}
          helperText={`Until ${format.minutes(Math.min(to.startTime + endTime - startTime, 1440))}`}
        />
        <StaffSelect
          label="Staff"
          staff={staff}
          value={to.staffId}
          formerly={staffName}
          somebody
          onChange={(next) => set({ staffId: next })}
        />
        <FreeOnDay request={request} to={to} onPick={setTo} />
        <ProposeTimes {...{ request, to, over, proposal }} />
      </Box>
    </SideDrawer>
  );
};
