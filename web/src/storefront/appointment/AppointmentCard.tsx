import { useMutation } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentLinkService,
  ChangeWish,
  type LinkedAppointment,
} from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../app/routes/paths.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { saveFile } from "../../ui/save-file.ts";
import { Asked } from "./Asked.tsx";
import { AskedDeposit } from "./AskedDeposit.tsx";
import { AskForm, askTitle } from "./AskForm.tsx";
import { CancelForm } from "./CancelForm.tsx";
import { Facts } from "./Facts.tsx";
import { MoveForm } from "./MoveForm.tsx";
import { type Business, feeText, noticeText, refundText } from "./page.ts";
import { WalkReport } from "./WalkReport.tsx";

type Props = { token: string; business: Business; appointment: LinkedAppointment; onChanged: () => void };

const titles: Partial<Record<AppointmentStatus, string>> = {
  [AppointmentStatus.UNCONFIRMED]: "Your appointment",
  [AppointmentStatus.CONFIRMED]: "Your appointment is confirmed",
  [AppointmentStatus.CHECKED_IN]: "Checked in",
  [AppointmentStatus.READY_FOR_PICKUP]: "Ready for pick-up",
  [AppointmentStatus.FINISHED]: "Thank you for your visit",
  [AppointmentStatus.CANCELLED]: "This appointment is canceled",
};

/** What is booked, and what its client can do about it. */
export const AppointmentCard = ({ token, business, appointment, onChanged }: Props) => {
  const [doing, setDoing] = useState<"" | "move" | "cancel" | "ask">("");
  const [movedTo, setMovedTo] = useState("");
  const done = (to = "") => {
    setDoing("");
    setMovedTo(to);
    onChanged();
  };
  const confirm = useMutation(AppointmentLinkService.method.confirmLinkedAppointment, { meta: { quiet: true }, onSuccess: () => done() });
  const cancelled = appointment.status === AppointmentStatus.CANCELLED;
  const paid = refundText(business, appointment);
  return (
    <>
      <Typography variant="display" component="h2" role="status" sx={{ fontSize: "1.5rem" }}>
        {movedTo ? `Moved to ${movedTo}` : appointment.walk ? "The walk is done" : titles[appointment.status]}
      </Typography>
      <Facts business={business} appointment={appointment} />
      {appointment.walk && <WalkReport business={business} walk={appointment.walk} />}
      {appointment.askedDeposit && <AskedDeposit business={business} deposit={appointment.askedDeposit} />}
      {!cancelled && doing === "" && <Asked business={business} appointment={appointment} />}
      {cancelled && paid && <Alert severity="info">{paid}</Alert>}
      {confirm.error && <Alert severity="error">{messageOf(confirm.error)}</Alert>}
      {doing === "move" && <MoveForm {...{ token, business, appointment }} onDone={done} onClose={() => setDoing("")} />}
      {doing === "cancel" && (
        <CancelForm token={token} paid={paid} onDone={() => done()} onFailed={onChanged} onClose={() => setDoing("")} />
      )}
      {doing === "ask" && <AskForm {...{ token, business, appointment }} onClose={() => setDoing("")} />}
      {doing === "" && (
        <Box sx={{ display: "grid", gap: 1 }}>
          {appointment.mayConfirm && (
            <Button
              variant="contained"
              color="primary"
              size="large"
              loading={confirm.isPending}
              onClick={() => confirm.mutate({ token })}
              sx={{ minHeight: 50 }}
            >
              Confirm
            </Button>
          )}
          {appointment.calendarFile !== "" && (
            <Button
              variant="outlined"
              onClick={() => saveFile("appointment.ics", "text/calendar;charset=utf-8", appointment.calendarFile)}
              sx={{ minHeight: 50 }}
            >
              Add to calendar
            </Button>
          )}
          {appointment.mayMove && (
            <Button variant="outlined" onClick={() => setDoing("move")} sx={{ minHeight: 50 }}>
              Move to another time
            </Button>
          )}
          {appointment.mayCancel && (
            <Button color="error" onClick={() => setDoing("cancel")} sx={{ minHeight: 50 }}>
              Cancel the appointment
            </Button>
          )}
          {appointment.mayAsk.length > 0 && (
            <Button variant="outlined" onClick={() => setDoing("ask")} sx={{ minHeight: 50 }}>
              {askTitle(business, appointment.mayAsk)}
            </Button>
          )}
          {cancelled && business.bookOnlineName && (
            <Button
              variant="contained"
              color="primary"
              href={pathTo("/ol/:bookOnlineName", { bookOnlineName: business.bookOnlineName })}
              sx={{ minHeight: 50 }}
            >
              Book another appointment
            </Button>
          )}
        </Box>
      )}
      <Policy business={business} appointment={appointment} />
    </>
  );
};

const OPEN = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

const Policy = ({ business, appointment }: { business: Business; appointment: LinkedAppointment }) => {
  if (!OPEN.includes(appointment.status)) return null;
  const late = appointment.changeNoticeHours !== undefined && !appointment.mayCancel;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "pre-line" }}>
      {late
        ? `It is too late to change this by yourself. Ask ${business.businessName} here, or call.`
        : noticeText(
            appointment.changeNoticeHours,
            business.businessName,
            appointment.mayMove,
            appointment.mayAsk.includes(ChangeWish.MOVE),
          )}
      {feeText(business, appointment, late)}
      {business.cancellationPolicy && `\n\n${business.cancellationPolicy}`}
    </Typography>
  );
};
