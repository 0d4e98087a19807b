import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../../app/routes/paths.ts";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { later } from "../../../../ui/page/later.tsx";
import { reportOf } from "../../../customer/shared/incidents/report.ts";
import { useTakeFee } from "../../../order/shared/no-show/useNoShowFee.ts";
import { REPEAT } from "../../shared/series.ts";
import { isAhead, isMissable, isOver, statusWords } from "../../shared/status.ts";
import type { Appointment } from "../../shared/types.ts";
import { useMayEdit } from "../../shared/useCalendar.ts";
import { useStatus } from "../../shared/useStatus.ts";
import { MoveDrawer } from "../change/MoveDrawer.tsx";
import { isStay } from "../stay/StayFacts.tsx";
import { useIsWaitedFor, wishOf } from "../waiting/waiting.ts";
import { CancelDialog, type Leaving } from "./CancelDialog.tsx";

const AppointmentMessages = later(async () => (await import("../../../message/shared/AppointmentMessages.tsx")).AppointmentMessages);
const WaitDrawer = later(async () => (await import("../../../online-booking/shared/waitlist/WaitDrawer.tsx")).WaitDrawer);
const ClientLinkDialog = later(async () => (await import("../../shared/client-link/ClientLinkDialog.tsx")).ClientLinkDialog, null);

const { FIRST_REMINDER, SECOND_REMINDER, BOOKED, RESCHEDULED, READY_FOR_PICKUP, FOLLOW_UP, CANCELLED } = AutoMessageUseCase;
const ahead = [FIRST_REMINDER, SECOND_REMINDER, BOOKED, RESCHEDULED];
/** The automatic messages that make sense now. */
const messagesFor: Record<AppointmentStatus, AutoMessageUseCase[]> = {
  [AppointmentStatus.UNSPECIFIED]: ahead,
  [AppointmentStatus.UNCONFIRMED]: ahead,
  [AppointmentStatus.CONFIRMED]: ahead,
  [AppointmentStatus.CHECKED_IN]: [READY_FOR_PICKUP],
  [AppointmentStatus.READY_FOR_PICKUP]: [READY_FOR_PICKUP],
  [AppointmentStatus.FINISHED]: [FOLLOW_UP, READY_FOR_PICKUP],
  [AppointmentStatus.CANCELLED]: [CANCELLED],
};

type Props = { appointment: Appointment; onEdit: () => void; onGone: () => void };

/** What is done less often: confirm, change, move, go back a step, cancel, delete. */
export const AppointmentMenu = ({ appointment, onEdit, onGone }: Props) => {
  const [at, setAt] = useState<HTMLElement>();
  const [leaving, setLeaving] = useState<Leaving>();
  const [moving, setMoving] = useState(false);
  const [writing, setWriting] = useState(false);
  const [linking, setLinking] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const status = useStatus(appointment);
  const { take: takeFee } = useTakeFee(appointment);
  const isWaitedFor = useIsWaitedFor(appointment.id);
  const mayEdit = useMayEdit();
  const mayWait = useCan("createAndEditTicket");
  const mayCancel = useCan("cancelOrDeleteTicket");
  const mayWrite = useCan("viewMessageCenter");
  const mayReport = useCan("createOrEditIncidentReport");
  const over = isOver(appointment.status);
  const back = appointment.revertStatus !== AppointmentStatus.UNSPECIFIED;
  const now = useFormat().now();
  const mayBeMissed = isMissable(appointment, now);
  const navigate = useNavigate();
  const bookAgain = async () => navigate(await (await import("../again/book-again.ts")).bookAgainAt(appointment, now.date));
  const { open } = useQueryChange();
  const showSeries = () => open({ [REPEAT]: "1" });
  const name = `${appointment.customerFirstName} ${appointment.customerLastName}`.trim();
  const repeats = appointment.repeatId !== "0";
  const sameDay = isSameDay(appointment);
  const pick = (run: () => void) => () => {
    setAt(undefined);
    run();
  };
  const items = [
    mayEdit &&
      appointment.status === AppointmentStatus.UNCONFIRMED && { label: "Confirm", run: () => status.go(AppointmentStatus.CONFIRMED) },
    mayEdit && !over && { label: "Edit…", run: onEdit },
    mayEdit && !over && { label: "Move…", run: isStay(appointment) ? onEdit : () => setMoving(true) },
    mayWait && !over && sameDay && { label: "Add to the waitlist…", run: () => setWaiting(true) },
    mayEdit && !over && repeats && { label: "Whole series…", run: showSeries },
    mayEdit && !over && !repeats && sameDay && { label: "Repeat…", run: showSeries },
    mayEdit && !over && { label: "Finish now", run: () => status.go(AppointmentStatus.FINISHED) },
    mayEdit && over && { label: "Book again…", run: () => void bookAgain() },
    { label: "Print card…", run: () => void navigate(pathTo("/home/print", {}, { appointment: appointment.id })) },
    mayReport && { label: "Report an incident…", run: () => void navigate(reportOf(appointment.id, appointment.petServiceList)) },
    mayEdit && { label: "Copy link for the client…", run: () => setLinking(true) },
    mayWrite && { label: "Messages…", run: () => setWriting(true) },
    mayEdit && back && { label: `Back to ${statusWords[appointment.revertStatus].label.toLowerCase()}`, run: status.back },
    mayCancel && mayBeMissed && { label: "No-show…", run: () => setLeaving("noShow") },
    mayCancel && !over && { label: "Cancel appointment…", run: () => setLeaving("cancel") },
    mayCancel &&
      appointment.status !== AppointmentStatus.FINISHED && {
        label: "Delete appointment…",
        run: () => void status.remove().then((gone) => gone && onGone()),
      },
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <>
      <IconButton
        aria-label="More for this appointment"
        aria-haspopup="menu"
        onClick={(event) => setAt(event.currentTarget)}
        sx={{ ml: "auto" }}
      >
        <Icon name="more" />
      </IconButton>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        {items.map((item) => (
          <MenuItem key={item.label} onClick={pick(item.run)}>
            {item.label}
          </MenuItem>
        ))}
      </Menu>
      {moving && <MoveDrawer appointment={appointment} onClose={() => setMoving(false)} />}
      {writing && (
        <AppointmentMessages
          appointmentId={appointment.id}
          customerId={appointment.customerId}
          name={name}
          offered={messagesFor[appointment.status]}
          late={!over && !isAhead(appointment, now.date)}
          onClose={() => setWriting(false)}
        />
      )}
      {linking && <ClientLinkDialog customerId={appointment.customerId} name={name} onClose={() => setLinking(false)} />}
      {waiting && <WaitDrawer start={wishOf(appointment, name)} appointmentId={appointment.id} onClose={() => setWaiting(false)} />}
      {leaving && (
        <CancelDialog
          appointment={appointment}
          how={leaving}
          onClose={() => setLeaving(undefined)}
          onCancel={async ({ fee, ...how }) => {
            // It stays until it is done: the second of two quick presses would go to what lies below it.
            const gone = await status.cancel(how);
            setLeaving(undefined);
            if (gone && fee) await takeFee(fee);
            if (!(await isWaitedFor())) onGone();
          }}
        />
      )}
    </>
  );
};

/** A stay of several nights is not repeated. */
const isSameDay = ({ appointmentDate: from, endDate: to }: Appointment): boolean =>
  !to || (from?.day === to.day && from.month === to.month && from.year === to.year);
