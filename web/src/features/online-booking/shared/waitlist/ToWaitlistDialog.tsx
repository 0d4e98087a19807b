import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import Typography from "@mui/material/Typography";
import { MessageDialog } from "../changes/MessageDialog.tsx";
import { releasedText } from "../proposals/proposal-words.ts";
import { RequestWhen } from "../RequestWhen.tsx";

type Props = { name: string; request: BookingRequest; onClose: () => void; onMove: (message: string) => Promise<boolean> };

/** What is let go of, by what was asked for. */
const heldOf = ({ endDate, byDay }: BookingRequest): string =>
  endDate ? "The rooms held for this request are" : byDay ? "The places held for this request are" : "The time held for this request is";

/** Asked before a request waits: what is held for it is let go, and the client hears of it. */
export const ToWaitlistDialog = ({ name, request, onClose, onMove }: Props) => {
  const inClass = request.classId !== "0";
  const released = releasedText(request);
  return (
    <MessageDialog
      title={`Move ${name}’s request to the ${inClass ? "class’s " : ""}waitlist?`}
      action="Move to the waitlist"
      color="primary"
      keep="Keep the request open"
      message={inClass ? null : "Message to the client (optional)"}
      autoFocus
      onClose={onClose}
      onAnswer={onMove}
    >
      <Typography>
        <RequestWhen request={request} />
      </Typography>
      {released && <Typography>{released}</Typography>}
      <Typography color="textSecondary">
        {inClass
          ? "They wait in the line of the class; where it has room, they get a place in it now."
          : `${request.timeHeld ? `${heldOf(request)} let go, and the client` : "The client"} is told that they are on your waitlist.`}
      </Typography>
    </MessageDialog>
  );
};
