import { useMutation } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { WaitlistService } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { AppointmentDrawer } from "../../../calendar/shared/AppointmentDrawer.tsx";
import { ClientPicker } from "../../../customer/shared/ClientPicker.tsx";
import { useSold } from "../../../offering/shared/useServices.ts";
import { WaitPets } from "./WaitPets.tsx";
import { WaitWhen } from "./WaitWhen.tsx";
import { careTypeIn, draftOf, emptyDraft, type Family, familyOf, inputOf, isWished, type WaitDraft } from "./wait-draft.ts";

type Props = {
  /** Who waits already and is changed. */
  entry?: WaitlistEntry;
  /** What a new wish begins with. */
  start?: Partial<WaitDraft>;
  /** Whose client also waits for another time; the pets and services are the appointment's. */
  appointmentId?: string;
  addressed?: boolean;
  readOnly?: boolean;
  /** Above the fields: what can be done with somebody who waits. */
  above?: ReactNode;
  /** Beside the strong button. */
  beside?: ReactNode;
  onClose: () => void;
  onSaved?: () => void;
};

/** Somebody who waits for a time: for what, when they could come, and with whom. What it says afterwards is toast-added-to-waitlist. */
export const WaitDrawer = ({
  entry,
  start = {},
  appointmentId,
  addressed = false,
  readOnly = false,
  above,
  beside,
  onClose,
  onSaved,
}: Props) => {
  const format = useFormat();
  const [before] = useState(() => (entry ? draftOf(entry) : emptyDraft(start)));
  const [draft, setDraft] = useState(before);
  const [saved, setSaved] = useState(false);
  // Its pet, its days and how long one waits are those of the class.
  const inClass = entry !== undefined && entry.classId !== "0";
  const set = (change: Partial<WaitDraft>) => setDraft((now) => ({ ...now, ...change }));
  const services = useSold({ businessId: entry?.businessId }).data?.services ?? [];
  const careType = careTypeIn(draft, services) ?? entry?.careType ?? "";
  const family = familyOf(careType);
  const stay = careType === "BOARDING";
  const saving = useSaveWait(entry, appointmentId);
  const save = async () => {
    const done = await saving.save(draft, family);
    if (done) setSaved(true);
    return done;
  };
  // Once nothing is unsaved any more, so that nobody is asked about it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is left once
  useEffect(() => {
    if (saved) (onSaved ?? onClose)();
  }, [saved]);
  return (
    <AppointmentDrawer
      title={entry ? "Waitlist entry" : "Add to the waitlist"}
      label={entry ? "Save" : "Add to the waitlist"}
      ready={isWished(draft)}
      pending={saving.pending}
      dirty={!saved && JSON.stringify(draft) !== JSON.stringify(before)}
      addressed={addressed}
      readOnly={readOnly}
      beside={beside}
      save={save}
      onClose={onClose}
    >
      {above}
      {!entry && !appointmentId && <ClientPicker value={draft.client} onPick={(client) => set({ client, lines: [] })} />}
      {draft.client && !appointmentId && !inClass && <WaitPets draft={draft} services={services} set={set} />}
      {!inClass && (
        <>
          <WaitWhen draft={draft} stay={stay} set={set} />
          <DateField
            label="Waits until"
            value={draft.validTill}
            min={format.now().date}
            onChange={(validTill) => set({ validTill })}
            helperText={draft.validTill ? undefined : "Without a day, for 90 days"}
          />
        </>
      )}
      <TextField
        label="Comments"
        value={draft.note}
        onChange={(event) => set({ note: event.target.value })}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
    </AppointmentDrawer>
  );
};

const quiet = { meta: { quiet: true } };

/** Boarding and daycare have calls of their own. */
const useSaveWait = (entry: WaitlistEntry | undefined, appointmentId: string | undefined) => {
  const queries = useQueryClient();
  const add = useMutation(AppointmentWaitlistService.method.createWaitEntry, quiet);
  const addAppointment = useMutation(AppointmentWaitlistService.method.addAppointmentToWaitlist, quiet);
  const addStay = useMutation(WaitlistService.method.createWaitlist, quiet);
  const change = useMutation(AppointmentWaitlistService.method.updateWaitEntry, quiet);
  const changeStay = useMutation(WaitlistService.method.updateWaitlist, quiet);
  const send = async (draft: WaitDraft, family: Family) => {
    const input = inputOf(draft, family);
    if (appointmentId) {
      const { petServices: _, ...wish } = input;
      return await addAppointment.mutateAsync({ appointmentId, ...wish });
    }
    if (!entry) {
      const customerId = draft.client?.customerId ?? "0";
      return await (family === "stays" ? addStay : add).mutateAsync({ customerId, ...input });
    }
    if (entry.classId !== "0") return await change.mutateAsync({ id: entry.id, version: entry.version, ticketComment: draft.note });
    const { petServices, ...rest } = input;
    const update = { id: entry.id, version: entry.version, ...rest, ...(entry.appointmentId === "0" && { petServices }) };
    return await (family === "stays" ? changeStay : change).mutateAsync(update);
  };
  const save = async (draft: WaitDraft, family: Family): Promise<boolean> => {
    try {
      await send(draft, family);
      toast.success(entry ? "Saved" : "Added to waitlist!");
      await refreshDomains(queries, "online_booking");
      return true;
    } catch (error) {
      toast.error(messageOf(error));
      return false;
    }
  };
  return { save, pending: [add, addAppointment, addStay, change, changeStay].some(({ isPending }) => isPending) };
};
