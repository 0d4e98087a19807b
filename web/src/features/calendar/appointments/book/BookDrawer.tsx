import { useMutation } from "@connectrpc/connect-query";
import { AppointmentSource } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { formatDurationShort } from "../../../../ui/format/duration.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { ClientAlerts } from "../../../customer/shared/alerts/ClientAlerts.tsx";
import { ClientPicker } from "../../../customer/shared/ClientPicker.tsx";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import { AddedCharges } from "../../shared/prices/DueCharges.tsx";
import { useAutoCharges } from "../../shared/prices/useAutoCharges.ts";
import { takeBack } from "../../shared/reschedule.ts";
import type { CalendarStaff, Slot } from "../../shared/types.ts";
import { useAgain } from "../again/useAgain.ts";
import { Notes, When } from "../fields/AppointmentFields.tsx";
import { chargedLines, isComplete, movedTo, newPlan, petServicesOf, sumOf } from "../fields/draft.ts";
import { outlineOf } from "../fields/outline.ts";
import { PetServicesField } from "../fields/PetServicesField.tsx";
import { type Draft, useDraft, useServices } from "../fields/useBooking.ts";
import { useKeepSplit } from "../fields/useUsualSplit.ts";
import { VisitAddress } from "../fields/VisitAddress.tsx";
import { BoardingInstead } from "../stay/BoardingInstead.tsx";
import { DaycareElsewhere } from "../stay/ElsewhereNotes.tsx";
import { AreaNote } from "./AreaNote.tsx";
import { ConflictNotes } from "./ConflictNote.tsx";
import { EvaluationNote } from "./EvaluationNote.tsx";
import { NewClientFields } from "./NewClientFields.tsx";
import { OnTheWay } from "./OnTheWay.tsx";
import { SameAsLast } from "./SameAsLast.tsx";
import { useKnownClient } from "./useKnownClient.ts";
import { usePlannedCard } from "./usePlannedCard.ts";
import { useVaccineCheck } from "./useVaccineCheck.ts";
import { WaitInstead } from "./WaitInstead.tsx";

type Props = { slot: Slot; staff: CalendarStaff[]; onClose: () => void; onBooked: (appointmentId: string, day: string) => void };

/** Client, pets, services, then the strong button says what it does. */
export const BookDrawer = ({ slot, staff, onClose, onBooked }: Props) => {
  const draft = useDraft(newPlan(slot));
  useKnownClient(slot.customerId, draft);
  useAgain(slot.againId, draft, staff);
  const services = useServices();
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const [adding, setAdding] = useState<string>();
  const [typed, setTyped] = useState(false);
  const { save, pending } = useSave(draft, currencyCode, (appointmentId, day) => {
    onClose();
    onBooked(appointmentId, day);
  });
  const segments = useMemo(() => outlineOf(draft.plan, services.data?.services ?? []), [draft.plan, services.data]);
  const sum = sumOf(draft.plan, services.data?.services ?? [], currencyCode);
  const due = useAutoCharges(chargedLines(draft.plan, services.data?.services ?? []));
  const ready = draft.client !== undefined && isComplete(draft.plan, currencyCode);
  usePlannedCard({ draft, segments, ready, currencyCode });
  return (
    <AppointmentDrawer
      title="Book an appointment"
      label={
        ready ? `Book · ${formatDurationShort(sum.duration)} · ${format.money(fromMinor(sum.minor + due.minor, currencyCode))}` : "Book"
      }
      ready={ready}
      pending={pending}
      clear
      dirty={isTyped(draft, slot) || draft.plan.notes !== "" || draft.plan.alert !== "" || (adding !== undefined && typed)}
      save={save}
      onClose={onClose}
    >
      <When draft={draft} staff={staff} />
      {draft.plan.lines.length === 0 && <BoardingInstead date={draft.plan.date} customerId={draft.client?.customerId} />}
      <ConflictNotes draft={draft} segments={segments} />
      {adding === undefined ? (
        <ClientPicker value={draft.client} onPick={draft.pickClient} onNew={setAdding} />
      ) : (
        <NewClientFields
          typed={adding}
          onTyped={setTyped}
          onBack={() => setAdding(undefined)}
          onAdded={(client) => {
            setAdding(undefined);
            draft.pickClient(client);
          }}
        />
      )}
      {draft.client && <AreaNote draft={draft} />}
      {draft.client && <ClientAlerts customerId={draft.client.customerId} />}
      {draft.client && <SameAsLast draft={draft} staff={staff} />}
      {draft.client && <PetServicesField draft={draft} />}
      <VisitAddress draft={draft} />
      <AddedCharges due={due} />
      <EvaluationNote draft={draft} />
      <DaycareElsewhere draft={draft} />
      <OnTheWay draft={draft} staff={staff} duration={sum.duration} />
      <Notes draft={draft} />
      {draft.client && <WaitInstead draft={draft} onAdded={onClose} />}
    </AppointmentDrawer>
  );
};

/** A client and services that stood there from the start are no work that could be lost. */
const isTyped = ({ client, plan, before }: Draft, slot: Slot): boolean =>
  (client !== undefined && client.customerId !== slot.customerId) || (plan.lines.length > 0 && plan.lines !== before.lines);

/** Books, asks when something is in the way, and keeps everything typed when it does not work out. */
const useSave = (draft: Draft, currencyCode: string, onBooked: (id: string, day: string) => void) => {
  const queries = useQueryClient();
  const format = useFormat();
  const book = useMutation(AppointmentService.method.bookAppointment, { meta: { quiet: true } });
  const vaccinesAllow = useVaccineCheck(draft);
  const keepSplit = useKeepSplit(draft.plan);
  const save = async (): Promise<boolean> => {
    try {
      if (!(await vaccinesAllow())) return false;
      const done = await withConflicts(({ override, moves }) => {
        const plan = moves.reduce(movedTo, draft.plan);
        if (moves.length > 0) draft.set(plan);
        return book.mutateAsync({
          customerId: draft.client?.customerId ?? "0",
          staffId: plan.staffId,
          appointmentDate: isoToDay(plan.date),
          startTime: plan.startTime,
          petServices: petServicesOf(plan, currencyCode),
          withoutBundled: true,
          ticketComments: plan.notes.trim(),
          alertNotes: plan.alert.trim(),
          addressId: plan.addressId,
          source: AppointmentSource.WEB,
          ...(override && { override }),
        });
      });
      if (!done?.appointment) return false;
      const { appointment } = done;
      void keepSplit();
      toast.success(
        `Booked for ${format.shortDay(appointment.appointmentDate)}, ${format.range(appointment.startTime, appointment.endTime)}`,
        { seconds: 8, undo: () => void takeBack(appointment) },
      );
      await refreshDomains(queries, "calendar");
      onBooked(appointment.id, isDay(appointment.appointmentDate) ? dayToIso(appointment.appointmentDate) : draft.plan.date);
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return { save, pending: book.isPending };
};
