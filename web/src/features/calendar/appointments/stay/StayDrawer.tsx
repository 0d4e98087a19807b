import Alert from "@mui/material/Alert";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { ClientAlerts } from "../../../customer/shared/alerts/ClientAlerts.tsx";
import { ClientPicker } from "../../../customer/shared/ClientPicker.tsx";
import { useSold } from "../../../offering/shared/useServices.ts";
import { AppointmentDrawer, OwnColour } from "../../shared/AppointmentDrawer.tsx";
import { usePets } from "../../shared/client-link/usePets.ts";
import { BOARDING } from "../../shared/stay/refusal-text.ts";
import { COMES, LEAVES } from "../../shared/stay/stay-days.ts";
import { useStaff } from "../../shared/useCalendar.ts";
import { useStayAgain } from "../again/useStayAgain.ts";
import { EvaluationNotes } from "../book/EvaluationNote.tsx";
import { NewClientFields } from "../book/NewClientFields.tsx";
import { useKnownClient } from "../book/useKnownClient.ts";
import type { BookingClient } from "../fields/useBooking.ts";
import { ElsewhereNotes } from "./ElsewhereNotes.tsx";
import { comingWith, extrasAgain, isComplete, type StayBefore, useExtras, useFitsHere, withBefore } from "./extras/extras.ts";
import { StayExtras } from "./extras/StayExtras.tsx";
import { ratedRooms } from "./rated-rooms.ts";
import { usePickedRooms } from "./rooms/usePickedRooms.ts";
import { StayPets } from "./StayPets.tsx";
import { StayPriceParts } from "./StayPriceParts.tsx";
import { isSpan, nightsText, type StaySpan, StayWhen } from "./StayWhen.tsx";
import { useBookStay } from "./useBookStay.ts";
import { useFreeLodgings } from "./useFreeLodgings.ts";
import { useStayPrices } from "./useStayPrices.ts";

export type StayAsked = { from: string; to: string; unitId?: string; customerId?: string; againId?: string };
/** What it was opened with, or took from the stay that is booked once more. */
type Begun = { span: StaySpan; petIds?: readonly string[]; serviceId?: string; before?: StayBefore };
type Props = { asked: StayAsked; onClose: () => void; onBooked: (appointmentId: string) => void };

/** Which client, which pets, from when to when, in which room; then the strong button says what it does. */
export const StayDrawer = ({ asked, onClose, onBooked }: Props) => {
  const format = useFormat();
  const [client, setClient] = useState<BookingClient>();
  useKnownClient(asked.customerId, setClient);
  const [adding, setAdding] = useState<string>();
  const [typed, setTyped] = useState(false);
  const [begun, setBegun] = useState<Begun>({ span: { from: asked.from, start: COMES, to: asked.to, end: LEAVES } });
  const [span, setSpan] = useState(begun.span);
  const [picked, setPicked] = useState<readonly string[]>();
  const [service, setService] = useState<string>();
  const [notes, setNotes] = useState("");
  const [colorCode, setColorCode] = useState("");
  useStayAgain(asked.againId, asked.from, (found) => {
    setBegun(found);
    setSpan(found.span);
    setPicked(found.petIds);
    setService(found.serviceId);
  });
  const pets = usePets(client?.customerId).data?.pets.filter((pet) => pet.lifeStatus !== 2) ?? [];
  const catalog = useSold().data?.services ?? [];
  const services = catalog.filter((one) => one.careType === BOARDING && !one.addOn);
  const petIds = picked ?? (pets.length === 1 ? pets.map((pet) => pet.petId) : []);
  const serviceId = service ?? services[0]?.id ?? "";
  const { picking, wish, chosen: roomsChosen } = usePickedRooms(petIds, asked.unitId);
  const { apart, roomOf } = picking;
  const free = useFreeLodgings({ customerId: client?.customerId, petIds, span, serviceIds: serviceId ? [serviceId] : [], ...wish });
  const { save, pending, refused } = useBookStay((id) => {
    onClose();
    onBooked(id);
  });
  const boarding = services.find((one) => one.id === serviceId);
  const had = begun.before ? extrasAgain(begun.before, span.from) : [];
  const going = pets.filter(({ petId }) => petIds.includes(petId));
  const fits = useFitsHere(going, catalog, serviceId);
  const held = useExtras(withBefore(had, comingWith(boarding, petIds, span, fits), { catalog, staff: useStaff().data?.staff ?? [] }));
  const extras = held.extras.filter(({ petId }) => petIds.includes(petId));
  const priced = useStayPrices(boarding, petIds, span, client?.customerId, { extras, catalog, rooms: ratedRooms(free.data, roomOf, span) });
  const known = free.isSuccess && !free.isPlaceholderData ? priced : undefined;
  const isChosen = client !== undefined && petIds.length > 0 && serviceId !== "" && isSpan(span);
  const ready = isChosen && extras.every((one) => isComplete(one, span));
  const chosen = picked !== begun.petIds || service !== begun.serviceId || roomsChosen;
  const changed = chosen || held.dirty || JSON.stringify(span) !== JSON.stringify(begun.span);
  const named = (client !== undefined && client.customerId !== asked.customerId) || (adding !== undefined && typed);
  const nights = ready ? [nightsText(span), known && format.money(known.total)].filter(Boolean) : [];
  return (
    <AppointmentDrawer
      title="Book a boarding stay"
      label={["Book", ...nights].join(" · ")}
      ready={ready}
      pending={pending}
      clear
      dirty={changed || named || notes !== "" || colorCode !== ""}
      save={() =>
        save({
          customerId: client?.customerId ?? "0",
          span,
          pets: petIds.map((petId) => ({ petId, serviceId, unitId: roomOf(petId) })),
          separateRooms: apart,
          extras,
          notes,
          colorCode,
        })
      }
      onClose={onClose}
    >
      <StayWhen span={span} onChange={setSpan} isNew />
      {adding === undefined ? (
        <ClientPicker value={client} onPick={setClient} onNew={setAdding} />
      ) : (
        <NewClientFields
          typed={adding}
          onTyped={setTyped}
          onBack={() => setAdding(undefined)}
          onAdded={(one) => {
            setAdding(undefined);
            setClient(one);
          }}
        />
      )}
      {client && <ClientAlerts customerId={client.customerId} />}
      {services.length === 0 && (
        <Alert severity="info">
          There is no boarding service yet. <TextLink to="/setting/services/boarding">Add one first.</TextLink>
        </Alert>
      )}
      {client && services.length > 0 && (
        <StayPets
          pets={pets}
          petIds={petIds}
          onPets={setPicked}
          services={services}
          serviceId={serviceId}
          onService={setService}
          found={petIds.length > 0 && isSpan(span) ? free.data : undefined}
          {...picking}
          refused={refused}
        />
      )}
      {isChosen && <StayExtras held={{ ...held, extras }} pets={going} services={catalog} span={span} fits={fits} />}
      {ready && <EvaluationNotes pairs={petIds.map((petId) => ({ petId, serviceId }))} date={span.from} customerId={client.customerId} />}
      {ready && <ElsewhereNotes pets={pets} petIds={petIds} from={span.from} to={span.to} />}
      {ready && known && <StayPriceParts pets={pets} priced={known} />}
      <TextField
        label="Comments"
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      <OwnColour value={colorCode} onChange={setColorCode} none="As its service" />
    </AppointmentDrawer>
  );
};
