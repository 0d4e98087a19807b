import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { ClientAlerts } from "../../../customer/shared/alerts/ClientAlerts.tsx";
import { ClientPicker } from "../../../customer/shared/ClientPicker.tsx";
import { useSold } from "../../../offering/shared/useServices.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import type { BlockPlace } from "../../shared/blocks.ts";
import { AddedCharges } from "../../shared/prices/DueCharges.tsx";
import { useAutoCharges } from "../../shared/prices/useAutoCharges.ts";
import { type Booking, slotOf } from "../../shared/starts/next-free.ts";
import { useNextWork } from "../../shared/starts/useNextWork.ts";
import type { CalendarStaff, Slot } from "../../shared/types.ts";
import { useAgain } from "../again/useAgain.ts";
import { KeepsRoom, Notes, When } from "../fields/AppointmentFields.tsx";
import { chargedLines, isComplete, newPlan, sumOf } from "../fields/draft.ts";
import { outlineOf } from "../fields/outline.ts";
import { PetServicesField } from "../fields/PetServicesField.tsx";
import { useRuled } from "../fields/prices/useRuled.ts";
import { type Draft, useDraft } from "../fields/useBooking.ts";
import { VisitAddress } from "../fields/VisitAddress.tsx";
import { BoardingInstead } from "../stay/BoardingInstead.tsx";
import { DaycareElsewhere } from "../stay/ElsewhereNotes.tsx";
import { AreaNote } from "./AreaNote.tsx";
import { BlockInstead } from "./BlockInstead.tsx";
import { ConflictNotes } from "./ConflictNote.tsx";
import { EvaluationNote } from "./EvaluationNote.tsx";
import { LikesToCome } from "./LikesToCome.tsx";
import { NewClientFields } from "./NewClientFields.tsx";
import { OnTheWay } from "./OnTheWay.tsx";
import { SameAsLast } from "./SameAsLast.tsx";
import { useBook } from "./useBook.ts";
import { useKnownClient } from "./useKnownClient.ts";
import { usePlannedCard } from "./usePlannedCard.ts";
import { WaitInstead } from "./WaitInstead.tsx";

type Props = {
  slot: Booking;
  staff: CalendarStaff[];
  onClose: () => void;
  /** The day that is chosen: the calendar beside shows it. */
  onDay: (day: string) => void;
  onBooked: (appointmentId: string, day: string) => void;
  /** The time is for no client after all. */
  onBlock: (time: BlockPlace) => void;
};

/** Client, pets, services, then the strong button says what it does. */
export const BookDrawer = ({ slot: asked, staff, onClose, onDay, onBooked, onBlock }: Props) => {
  const [slot] = useState(() => slotOf(asked));
  const draft = useDraft(newPlan(slot));
  useKnownClient(slot.customerId, draft.pickClient);
  useAgain(slot.againId, draft, staff);
  useNextWork(slot, draft);
  const careFirst = useCareFirst();
  const services = useSold();
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const [adding, setAdding] = useState<string>();
  const [typed, setTyped] = useState(false);
  const { save, pending, booked } = useBook(draft, currencyCode, (appointmentId, day) => {
    onClose();
    onBooked(appointmentId, day);
  });
  const segments = useMemo(() => outlineOf(draft.plan, services.data?.services ?? []), [draft.plan, services.data]);
  const sum = sumOf(draft.plan, services.data?.services ?? [], currencyCode, useRuled(draft));
  const due = useAutoCharges(chargedLines(draft.plan, services.data?.services ?? []));
  const show = useEffectEvent(onDay);
  useEffect(() => show(draft.plan.date), [draft.plan.date]);
  const ready = draft.client !== undefined && isComplete(draft.plan, currencyCode);
  usePlannedCard({ draft, segments, ready, currencyCode });
  return (
    <AppointmentDrawer
      title="Book an appointment"
      label={ready ? `Book · ${formatDuration(sum.duration)} · ${format.money(fromMinor(sum.minor + due.minor, currencyCode))}` : "Book"}
      ready={ready}
      pending={pending}
      clear
      dirty={isTyped(draft, slot) || hasWords(draft) || (adding !== undefined && typed)}
      save={save}
      onClose={onClose}
    >
      <When draft={draft} staff={staff} />
      <KeepsRoom shown={draft.plan.lines.length === 0}>
        <BoardingInstead date={draft.plan.date} customerId={draft.client?.customerId} />
      </KeepsRoom>
      {!draft.client && adding === undefined && draft.plan.lines.length === 0 && !hasWords(draft) && (
        <BlockInstead
          segments={segments}
          onBlock={({ staffId, startTime, endTime }) => onBlock({ staffId, startTime, endTime, date: draft.plan.date })}
        />
      )}
      {!booked && <ConflictNotes draft={draft} segments={segments} />}
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
      {draft.client && <LikesToCome draft={draft} staff={staff} />}
      {draft.client && (
        <KeepsRoom key={draft.client.customerId} shown={draft.plan.lines.length === 0}>
          <SameAsLast draft={draft} staff={staff} />
        </KeepsRoom>
      )}
      {draft.client && <PetServicesField draft={draft} careFirst={careFirst} />}
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

const hasWords = ({ plan: { notes, alert, colorCode } }: Draft): boolean => [notes, alert, colorCode].some(Boolean);

/** A client and services that stood there from the start are no work that could be lost. */
const isTyped = ({ client, plan, before }: Draft, slot: Slot): boolean =>
  (client !== undefined && client.customerId !== slot.customerId) || (plan.lines.length > 0 && plan.lines !== before.lines);

/** Which care the page is about that asked for the booking (`?careType=DOG_WALKING`); then the address says it no longer. */
const useCareFirst = (): string | undefined => {
  const { query, replace } = useQueryChange();
  const [care] = useState(() => query.get("careType") ?? undefined);
  const forget = useEffectEvent(() => replace({ careType: undefined }));
  useEffect(() => {
    if (care) forget();
  }, [care]);
  return care;
};
