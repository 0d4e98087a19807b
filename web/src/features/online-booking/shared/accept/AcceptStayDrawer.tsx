import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { daysBetween } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { stoppedByUnread } from "../../../../ui/inputs/unread.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { ProposeButton, ProposeTimes } from "../proposals/ProposeTimes.tsx";
import { onlyAccepted } from "../proposals/proposal-words.ts";
import { useProposal } from "../proposals/useProposal.ts";
import { RequestWhen } from "../RequestWhen.tsx";
import { asAsked, type useDecide } from "../useDecide.ts";
import { Heard } from "./Heard.tsx";
import { endText, isOver, overText, toWrong } from "./over-time.ts";

type Props = { request: BookingRequest; decide: ReturnType<typeof useDecide>; onClose: () => void };

/** Other nights for a stay that was asked for, to be accepted or to be proposed with others; rooms are chosen and the price is reckoned for them. */
export const AcceptStayDrawer = ({ request, decide, onClose }: Props) => {
  const format = useFormat();
  const [to, setTo] = useState({ ...asAsked(request), endDate: request.endDate, endTime: request.endTime });
  const set = (change: Partial<typeof to>) => setTo((before) => ({ ...before, ...change }));
  const nights = daysBetween(to.date, to.endDate);
  const over = isOver(format.now(), to);
  const proposal = useProposal(request);
  const keeps = (minutes: number) => !proposal.why && onlyAccepted(minutes, format);
  const { startTime, staffId } = request;
  const other = { date: to.date, startTime, staffId, endDate: to.endDate };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (nights <= 0 || over) return toWrong(event.currentTarget);
    if (!decide.pending && !stoppedByUnread()) void decide.takeAt(to).then((done) => done && onClose());
  };
  return (
    <SideDrawer
      open
      title="Other nights"
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
          Asked for: <RequestWhen request={request} />
        </Typography>
        <Heard request={request} what="new nights" />
        <DateField
          label="Drop-off"
          value={to.date}
          min={format.now().date}
          onChange={(day) => day && set({ date: day })}
          {...overText(over)}
        />
        <TimeField
          label="Drop-off time"
          value={to.startTime}
          onChange={(minutes) => minutes !== undefined && set({ startTime: minutes })}
          helperText={keeps(request.startTime)}
        />
        <DateField
          label="Pick-up"
          value={to.endDate}
          onChange={(day) => day && set({ endDate: day })}
          helperText={plural(nights, "night")}
          {...endText(nights)}
        />
        <TimeField
          label="Pick-up time"
          value={to.endTime}
          onChange={(minutes) => minutes !== undefined && set({ endTime: minutes })}
          helperText={keeps(request.endTime)}
        />
        <ProposeTimes
          {...{ request, proposal }}
          to={other}
          over={isOver(format.now(), other)}
          wrong={nights > 0 ? "" : "Pick-up comes after drop-off."}
        />
      </Box>
    </SideDrawer>
  );
};
