import { useMutation } from "@connectrpc/connect-query";
import type { WaitingRequest } from "@leashline/proto/leashline/online_booking/v1/portal_file_pb.js";
import { PortalService } from "@leashline/proto/leashline/online_booking/v1/portal_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ago, type Business, formatFor } from "../../storefront/appointment/page.ts";
import { paidText } from "../../storefront/done/paid-text.ts";
import { startText } from "../../storefront/time/arrival.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { row } from "../file.ts";
import type { Session } from "../Home.tsx";
import { Part } from "../Part.tsx";
import { Sure } from "../sure/Sure.tsx";

type Props = { session: Session; business: Business; onChanged: () => void };

/** What they asked for and have no answer to; it can be canceled until there is one. */
export const Asked = ({ waiting, ...props }: Props & { waiting: WaitingRequest[] }) => (
  <Part title="Waiting for an answer">
    {waiting.map((request) => (
      <Request key={request.bookingRequestId} request={request} {...props} />
    ))}
    <Typography variant="body2" color="textSecondary">
      {props.business.businessName} looks at it and lets you know.
    </Typography>
  </Part>
);

const stateOf = ({ classWaitlist, mayWithdraw, askTime }: WaitingRequest, business: Business): string => {
  if (!mayWithdraw) return `${business.businessName} is putting it on the calendar`;
  const asked = askTime ? `Asked for ${ago(business, askTime)}` : "Asked for";
  return classWaitlist ? `${asked}, to wait for a place` : `${asked}, not confirmed yet`;
};

const Request = ({ session, business, request, onChanged }: Props & { request: WaitingRequest }) => {
  const { bookingRequestId, date, startTime, endDate, moreDates, summary, payment, mayWithdraw, arrivalWindow } = request;
  const [asking, setAsking] = useState(false);
  const taking = useMutation(PortalService.method.withdrawPortalRequest, { meta: { quiet: true }, onSuccess: onChanged });
  const format = formatFor(business);
  const paid = payment && paidText(payment, business.businessName, format);
  return (
    <Box role="group" aria-label={summary} sx={{ ...row, display: "grid", gap: 1 }}>
      <Box>
        <Typography variant="subtitle1">
          {format.longDay(date)}, {startText(format, startTime, arrivalWindow)}
          {endDate !== "" && ` to ${format.longDay(endDate)}`}
        </Typography>
        {moreDates.length > 0 && <Typography>and {moreDates.map((day) => format.shortDay(day)).join(", ")}</Typography>}
        <Typography color="textSecondary">{summary}</Typography>
        <Typography variant="body2">{stateOf(request, business)}</Typography>
        {paid && <Typography variant="body2">{paid}</Typography>}
      </Box>
      {taking.error && <Alert severity="error">{messageOf(taking.error)}</Alert>}
      {mayWithdraw && !asking && (
        <Button onClick={() => setAsking(true)} aria-label={`Cancel this request for ${summary}`} sx={{ minHeight: 44 }}>
          Cancel this request
        </Button>
      )}
      {mayWithdraw && asking && (
        <Sure
          says={`Cancel your request? ${business.businessName} is told, and nothing is charged.`}
          yes="Yes, cancel it"
          no="Keep it"
          isPending={taking.isPending}
          onYes={() => taking.mutate({ session, bookingRequestId })}
          onNo={() => setAsking(false)}
        />
      )}
    </Box>
  );
};
