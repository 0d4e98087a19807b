import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentSource } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../../app/call-errors.ts";
import { usePreferences } from "../../app/session.ts";
import { toast } from "../../app/toast.ts";
import { DateField } from "../../ui/DateField.tsx";
import { isoToDay } from "../../ui/format/dates.ts";
import { formatDurationShort } from "../../ui/format/duration.ts";
import { fromCents } from "../../ui/format/money.ts";
import { SideDrawer } from "../../ui/SideDrawer.tsx";
import { TimeField } from "../../ui/TimeField.tsx";
import { AskUnsaved, UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import { ClientPicker } from "./ClientPicker.tsx";
import { fullName } from "./columns.tsx";
import { withConflicts } from "./conflict.ts";
import { NewClientFields } from "./NewClientFields.tsx";
import { PetServicesField } from "./PetServicesField.tsx";
import { refreshCalendar } from "./refresh.ts";
import { type CalendarStaff, NO_STAFF, type Slot } from "./types.ts";
import { type Draft, sumOf, useDraft, useServices } from "./useBooking.ts";

type Props = { slot: Slot; staff: CalendarStaff[]; onClose: () => void; onBooked: (appointmentId: string) => void };

/** Client, pets, services, then the strong button says what it does. */
export const BookDrawer = ({ slot, staff, onClose, onBooked }: Props) => {
  const draft = useDraft(slot);
  useKnownClient(slot.customerId, draft);
  const services = useServices();
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const [adding, setAdding] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { submit, pending } = useSubmit(draft, onBooked, onClose);
  const sum = sumOf(draft.choice, services.data?.services ?? [], draft.staffId);
  const ready = draft.client && draft.choice.size > 0 && draft.startTime !== undefined;
  const dirty = draft.client !== undefined || draft.notes !== "" || draft.alert !== "" || adding !== undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !pending) void submit();
  };
  const save = async () => Boolean(ready) && (await submit());
  return (
    <SideDrawer
      open
      title="Book a visit"
      width={480}
      onClose={() => (dirty ? setAsking(true) : onClose())}
      footer={
        <Button
          type="submit"
          form="book"
          variant="contained"
          color="primary"
          size="large"
          disabled={!ready}
          loading={pending}
          sx={{ flex: 1 }}
        >
          {ready ? `Book · ${formatDurationShort(sum.duration)} · ${format.money(fromCents(sum.cents, currencyCode))}` : "Book"}
        </Button>
      }
    >
      <Box component="form" id="book" noValidate onSubmit={onSubmit} sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <When draft={draft} staff={staff} />
        {adding === undefined ? (
          <ClientPicker value={draft.client} onPick={draft.pickClient} onNew={setAdding} />
        ) : (
          <NewClientFields
            typed={adding}
            onBack={() => setAdding(undefined)}
            onAdded={(client) => {
              setAdding(undefined);
              draft.pickClient(client);
            }}
          />
        )}
        {draft.client && <PetServicesField draft={draft} />}
        <TextField
          label="Comments"
          value={draft.notes}
          onChange={(event) => draft.setNotes(event.target.value)}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 5000 } }}
        />
        <TextField
          label="Alert note"
          value={draft.alert}
          onChange={(event) => draft.setAlert(event.target.value)}
          helperText="Shown to everybody who opens this visit"
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      </Box>
      <AskUnsaved
        open={asking}
        onSave={async () => {
          const saved = await save();
          setAsking(false);
          return saved;
        }}
        onDiscard={onClose}
        onCancel={() => setAsking(false)}
      />
      <UnsavedGuard dirty={dirty && !pending} onSave={save} />
    </SideDrawer>
  );
};

const When = ({ draft, staff }: { draft: Draft; staff: CalendarStaff[] }) => (
  <>
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
      <DateField label="Day" value={draft.date} onChange={(day) => day && draft.setDate(day)} />
      <TimeField label="Start" value={draft.startTime} onChange={draft.setStartTime} required />
    </Box>
    <TextField select label="Staff" value={draft.staffId} onChange={(event) => draft.setStaffId(event.target.value)}>
      {staff.map((one) => (
        <MenuItem key={one.staffId} value={one.staffId}>
          {fullName(one)}
        </MenuItem>
      ))}
      <MenuItem value={NO_STAFF}>No staff assigned</MenuItem>
    </TextField>
  </>
);

/** The client whose page asked for the visit stands there from the start, and may be changed. */
const useKnownClient = (customerId: string | undefined, { pickClient }: Draft): void => {
  const { data } = useQuery(ClientService.method.getClient, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });
  const client = data?.client;
  const picked = useRef(false);
  useEffect(() => {
    if (!client || picked.current) return;
    picked.current = true;
    pickClient({ customerId: client.customerId, name: `${client.firstName} ${client.lastName}`.trim() });
  }, [client, pickClient]);
};

/** Books, asks when something is in the way, and keeps everything typed when it does not work out. */
const useSubmit = (draft: Draft, onBooked: (id: string) => void, onClose: () => void) => {
  const queries = useQueryClient();
  const format = useFormat();
  const book = useMutation(AppointmentService.method.bookAppointment, { meta: { quiet: true } });
  const submit = async (): Promise<boolean> => {
    try {
      const done = await withConflicts(({ override, place }) => {
        if (place) {
          draft.setStaffId(place.staffId);
          draft.setDate(place.date);
          draft.setStartTime(place.startTime);
        }
        const at = place ?? { staffId: draft.staffId, date: draft.date, startTime: draft.startTime ?? 0 };
        return book.mutateAsync({
          customerId: draft.client?.customerId ?? "0",
          staffId: at.staffId,
          appointmentDate: isoToDay(at.date),
          startTime: at.startTime,
          petServices: [...draft.choice].map(([petId, ids]) => ({ petId, services: ids.map((serviceId) => ({ serviceId })) })),
          ticketComments: draft.notes.trim(),
          alertNotes: draft.alert.trim(),
          source: AppointmentSource.WEB,
          ...(override && { override }),
        });
      });
      if (!done?.appointment) return false;
      const { appointment } = done;
      toast.success(
        `Booked for ${format.shortDay(appointment.appointmentDate)}, ${format.range(appointment.startTime, appointment.endTime)}`,
      );
      await refreshCalendar(queries);
      onClose();
      onBooked(appointment.id);
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return { submit, pending: book.isPending };
};
