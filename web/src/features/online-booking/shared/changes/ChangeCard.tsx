import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { ChangeRequest } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../../ui/links/Link.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { AcceptMove } from "./AcceptMove.tsx";
import { AcceptCancel, DeclineChange } from "./AnswerDialogs.tsx";

/** Who wants which appointment moved or canceled, in their words, and yes or no. */
export const ChangeCard = ({ asked }: { asked: ChangeRequest }) => {
  const format = useFormat();
  const may = useCan("manageBookingRequests");
  const [doing, setDoing] = useState<"" | "accept" | "decline">("");
  const cancels = asked.wish === ChangeWish.CANCEL;
  const date = isDay(asked.startDate) ? dayToIso(asked.startDate) : "";
  const close = () => setDoing("");
  return (
    <Box
      component="li"
      aria-label={`${asked.customerName} wants to ${cancels ? "cancel" : "move"}`}
      sx={{ p: 2, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper", display: "grid", gap: 1 }}
    >
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Typography variant="subtitle1">{asked.customerName}</Typography>
        <StatusChip tone="warn">{cancels ? "Wants to cancel" : "Wants to move"}</StatusChip>
        <Typography color="textSecondary" sx={{ ml: "auto" }}>
          {format.ago(asked.createTime)}
        </Typography>
      </Box>
      <Typography>
        {format.shortDay(date)}, {format.range(asked.startTime, asked.endTime)} · {asked.summary}
      </Typography>
      {asked.text && <Typography sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>“{asked.text}”</Typography>}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
        <LinkButton to={pathTo("/calendar/grooming", {}, { date, appointment: asked.appointmentId })}>Open the appointment</LinkButton>
        {may && (
          <>
            <Button onClick={() => setDoing("decline")}>Decline</Button>
            <Button variant="contained" color="primary" onClick={() => setDoing("accept")}>
              Accept
            </Button>
          </>
        )}
      </Box>
      {doing === "accept" && cancels && <AcceptCancel asked={asked} onClose={close} />}
      {doing === "accept" && !cancels && <AcceptMove asked={asked} date={date} onClose={close} />}
      {doing === "decline" && <DeclineChange asked={asked} onClose={close} />}
    </Box>
  );
};
