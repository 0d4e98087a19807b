import type { ChangeRequest } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FormEvent, useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { stoppedByUnread } from "../../../../ui/inputs/unread.ts";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { MessageField } from "./MessageDialog.tsx";
import { useAnswer } from "./useAnswer.ts";
import { wishedIn } from "./wished.ts";

type Props = { asked: ChangeRequest; date: string; onClose: () => void };

/** To when the appointment moves, and what the client reads with it. */
export const AcceptMove = ({ asked, date, onClose }: Props) => {
  const format = useFormat();
  const { startTime, endTime, text } = asked;
  const [wished] = useState(() => wishedIn(text, { date, startTime, today: format.now().date }));
  const [to, setTo] = useState({ date, startTime, ...wished });
  const [message, setMessage] = useState("");
  const { moveTo, pending } = useAnswer(asked);
  const same = to.date === date && to.startTime === startTime;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !same && !stoppedByUnread()) void moveTo(to, message.trim()).then((done) => done && onClose());
  };
  return (
    <SideDrawer
      open
      title="Move the appointment"
      onClose={onClose}
      footer={
        <Button
          type="submit"
          form="move-asked"
          variant="contained"
          color="primary"
          size="large"
          sx={{ ml: "auto", flex: { xs: 1, md: "none" } }}
          loading={pending}
          disabled={same}
        >
          Move
        </Button>
      }
    >
      <Box component="form" id="move-asked" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Typography color="textSecondary">
          Now: {format.longDay(date)}, {format.range(startTime, endTime)}. The client gets your usual message about the new time.
        </Typography>
        {text && <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>“{text}”</Typography>}
        {(wished.date !== undefined || wished.startTime !== undefined) && (
          <Typography color="textSecondary">
            We filled this in from the client’s message. Check it before you move the appointment.
          </Typography>
        )}
        <DateField label="Day" value={to.date} min={format.now().date} onChange={(day) => day && setTo({ ...to, date: day })} />
        <TimeField
          label="Start"
          value={to.startTime}
          onChange={(minutes) => minutes !== undefined && setTo({ ...to, startTime: minutes })}
          helperText={`Until ${format.minutes(Math.min(to.startTime + endTime - startTime, 1440))}`}
        />
        <MessageField value={message} onChange={setMessage} />
      </Box>
    </SideDrawer>
  );
};
