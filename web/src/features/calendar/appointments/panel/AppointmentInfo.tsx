import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PetService as Pets } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatDurationShort } from "../../../../ui/format/duration.ts";
import { toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";
import type { Appointment, PetService } from "../../shared/types.ts";
import { useMayEdit } from "../../shared/useCalendar.ts";
import { ActionTimes } from "./ActionTimes.tsx";

/** When, which pets, which services, and what it comes to. */
export const AppointmentInfo = ({ appointment, onEdit }: { appointment: Appointment; onEdit: () => void }) => {
  const format = useFormat();
  const photos = usePhotos(appointment);
  const mayEdit = useMayEdit();
  const byPet = [...Map.groupBy(appointment.petServiceList, (line) => line.petId).values()];
  const staff = [...new Set(appointment.petServiceList.map((line) => line.staffName).filter(Boolean))].join(", ");
  return (
    <>
      {(appointment.alertNotes || appointment.overrideReason || appointment.status === AppointmentStatus.CANCELLED) && (
        <Box sx={{ display: "grid", gap: 1, p: 2.25, pb: 0 }}>
          {appointment.alertNotes && <Alert severity="warning">{appointment.alertNotes}</Alert>}
          {appointment.overrideReason && (
            <Alert severity="info">
              {[appointment.overbooked && "Overbooked", appointment.outOfHours && "Outside working hours"].filter(Boolean).join(", ")}:{" "}
              {appointment.overrideReason}
            </Alert>
          )}
          {appointment.status === AppointmentStatus.CANCELLED && (
            <Alert severity="error">Cancelled{appointment.cancelReason ? `: ${appointment.cancelReason}` : ""}</Alert>
          )}
        </Box>
      )}
      <Section>
        <Box sx={{ display: "flex", alignItems: "flex-start", gap: 1, mb: 0.75 }}>
          <Typography variant="overline" sx={{ color: "text.tertiary", flex: 1 }}>
            {format.shortDay(appointment.appointmentDate)} · {format.range(appointment.startTime, appointment.endTime)}
            {staff && ` · ${staff}`}
          </Typography>
          {mayEdit && appointment.editable && (
            <Button size="small" onClick={onEdit}>
              Edit
            </Button>
          )}
        </Box>
        {byPet.map((lines) => (
          <Pet key={lines[0]?.petId} lines={lines} photo={photos.get(lines[0]?.petId ?? "") ?? ""} />
        ))}
      </Section>
      <Bill appointment={appointment} />
      <ActionTimes appointment={appointment} />
      {appointment.ticketComments && (
        <Section>
          <Typography variant="overline" sx={{ color: "text.tertiary" }}>
            Comments
          </Typography>
          <Typography sx={{ whiteSpace: "pre-line" }}>{appointment.ticketComments}</Typography>
        </Section>
      )}
    </>
  );
};

export const Section = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ px: 2.25, py: 1.75, borderBottom: 1, borderColor: "lineSoft" }}>{children}</Box>
);

/** Pictures of the visit's pets; whoever may not see clients sees the drawn faces. */
const usePhotos = (appointment: Appointment): Map<string, string> => {
  const petIds = [...new Set(appointment.petServiceList.map((line) => line.petId))];
  const { data } = useQuery(Pets.method.batchGetPets, { petIds }, { enabled: petIds.length > 0, meta: { quiet: true }, retry: false });
  return new Map(data?.pets.map((pet) => [pet.petId, pet.avatarPath]));
};

const Pet = ({ lines, photo }: { lines: PetService[]; photo: string }) => {
  const format = useFormat();
  const [first] = lines;
  if (!first) return null;
  return (
    <Box sx={{ display: "flex", gap: 1.25, py: 0.75 }}>
      <PetAvatar pet={{ id: first.petId, name: first.petName, breed: first.breed, photo }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" variant="subtitle2">
          {first.petName}
        </Typography>{" "}
        <Typography component="span" color="textSecondary">
          {first.breed}
        </Typography>
        {lines.map((line) => (
          <Box key={line.petDetailId} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
            <Typography color="textSecondary">
              {line.serviceName} · {formatDurationShort(line.duration)}
            </Typography>
            <Typography variant="subtitle2">{format.money(line.price)}</Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};

/** The order's sums; they follow the visit within a moment of a change. */
const Bill = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const { data } = useQuery(
    OrderService.method.getOrderByAppointment,
    { appointmentId: appointment.id },
    { meta: { quiet: true }, retry: 5, retryDelay: 300 },
  );
  const order = data?.order;
  if (!order) return null;
  const rows = [
    { label: "Services", money: order.subTotal, minus: false, show: true },
    { label: "Discount", money: order.discount, minus: true, show: toMinor(order.discount) > 0n },
    { label: "Tax", money: order.tax, minus: false, show: toMinor(order.tax) > 0n },
    { label: "Tip", money: order.tips, minus: false, show: toMinor(order.tips) > 0n },
    { label: "Paid", money: order.paid, minus: true, show: toMinor(order.paid) > 0n },
    { label: "Refunded", money: order.refunded, minus: false, show: toMinor(order.refunded) > 0n },
    { label: "Paid too much", money: order.overpaid, minus: false, show: toMinor(order.overpaid) > 0n },
  ].filter((row) => row.show);
  return (
    <Section>
      {order.appointmentDiffers && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          The appointment changed after its invoice was closed. Reopen the invoice to update it.
        </Alert>
      )}
      {rows.map((row) => (
        <Box key={row.label} sx={{ display: "flex", justifyContent: "space-between", py: 0.375 }}>
          <Typography color="textSecondary">{row.label}</Typography>
          <Typography sx={{ color: row.label === "Paid" ? "success.main" : undefined }}>
            {row.minus ? "−" : ""}
            {format.money(row.money)}
          </Typography>
        </Box>
      ))}
      <Box sx={{ display: "flex", justifyContent: "space-between", pt: 1 }}>
        <Typography variant="subtitle1" sx={{ fontWeight: 650 }}>
          To pay
        </Typography>
        <Typography variant="subtitle1" sx={{ fontWeight: 650 }}>
          {format.money(order.remain)}
        </Typography>
      </Box>
    </Section>
  );
};
