import Alert from "@mui/material/Alert";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useSold } from "../../../offering/shared/useServices.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { changeStay } from "../../shared/stay/change-stay.ts";
import { mainLines } from "../../shared/stay/day-words.ts";
import { refusalText } from "../../shared/stay/refusal-text.ts";
import { isoOf, spanOf } from "../../shared/stay/stay-days.ts";
import { lodgingsOnWire } from "../../shared/stay/stay-text.ts";
import { WithoutTelling } from "../../shared/telling/WithoutTelling.tsx";
import type { Appointment } from "../../shared/types.ts";
import { ChangedTotal } from "./extras/ChangedTotal.tsx";
import { useChangedPrices } from "./extras/changed-prices.ts";
import { type Extra, extrasOf, extrasOnWire, fitsStay, isComplete, useExtras } from "./extras/extras.ts";
import { StayExtras } from "./extras/StayExtras.tsx";
import { roomsIn, withRates } from "./room-prices.ts";
import { fitted, type Rooms, StayRooms } from "./StayRooms.tsx";
import { isSpan, type StaySpan, StayWhen } from "./StayWhen.tsx";
import { useFreeLodgings } from "./useFreeLodgings.ts";

type Props = { stay: Appointment; onClose: () => void };

const roomsOf = (stay: Appointment): Rooms => Object.fromEntries(mainLines(stay).map((line) => [line.petDetailId, roomsIn(line)]));

/** Other days, times or rooms of a stay; one pet may move from room to room. */
export const StayChangeDrawer = ({ stay, onClose }: Props) => {
  const [span, setSpan] = useState<StaySpan>(() => spanOf(stay));
  const [rooms, setRooms] = useState<Rooms>(() => roomsOf(stay));
  const petIds = [...new Set(stay.petServiceList.map((line) => line.petId))];
  const serviceIds = [...new Set(mainLines(stay).map((line) => line.serviceId))];
  const free = useFreeLodgings({ customerId: stay.customerId, petIds: petIds.slice(0, 1), span, serviceIds, appointmentId: stay.id });
  const [withoutTelling, setWithoutTelling] = useState(false);
  const { save, pending, refused } = useChange(stay, withoutTelling, onClose);
  const changedDays = JSON.stringify(span) !== JSON.stringify(spanOf(stay));
  const sold = useSold().data?.services;
  const catalog = sold ?? [];
  const held = useExtras(useMemo(() => extrasOf(stay), [stay]));
  const asked = { ...span, start: span.start ?? stay.startTime, end: span.end ?? stay.endTime };
  const prices = useChangedPrices({ stay, span: asked, extras: held.extras, services: catalog, rooms });
  // Services that nobody touched are not sent: they go along with the days.
  const goAlong = changedDays && !held.dirty;
  const dirty = changedDays || held.dirty || JSON.stringify(rooms) !== JSON.stringify(roomsOf(stay));
  return (
    <AppointmentDrawer
      title="Change the stay"
      label="Save"
      ready={isSpan(span) && dirty && (goAlong || held.extras.every((one) => isComplete(one, span)))}
      pending={pending}
      dirty={dirty}
      save={() => save(span, rooms, held.dirty ? held.extras : undefined)}
      onClose={onClose}
    >
      <StayWhen
        span={span}
        onChange={(next) => {
          setSpan(next);
          if (next.from < next.to) setRooms(fitted(rooms, span, next));
        }}
      />
      <WithoutTelling
        was={startOf(stay)}
        now={{ date: asked.from, startTime: asked.start }}
        value={withoutTelling}
        onChange={setWithoutTelling}
      />
      <StayRooms stay={stay} span={span} rooms={rooms} found={free.data} onChange={setRooms} />
      <StayExtras
        held={held}
        pets={petsOf(stay)}
        services={catalog}
        span={span}
        prices={prices.extras}
        fits={fitsStay([], catalog, { businessId: stay.businessId, boardingIds: serviceIds })}
      />
      {isSpan(span) && sold && prices.total && <ChangedTotal total={prices.total} before={prices.before} />}
      {refused && <Alert severity="error">{refused}</Alert>}
    </AppointmentDrawer>
  );
};

const startOf = (stay: Appointment) => ({ date: isoOf(stay.appointmentDate), startTime: stay.startTime });
const petsOf = (stay: Appointment) => [...new Map(stay.petServiceList.map((line) => [line.petId, line])).values()];

const useChange = (stay: Appointment, withoutTelling: boolean, onClose: () => void) => {
  const queries = useQueryClient();
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string>();
  const save = async (span: StaySpan, rooms: Rooms, extras: readonly Extra[] | undefined): Promise<boolean> => {
    const [startDate, endDate] = [isoToDay(span.from), isoToDay(span.to)];
    if (!startDate || !endDate) return false;
    setRefused(undefined);
    const lineOf = (id: string) => stay.petServiceList.find(({ petDetailId }) => petDetailId === id);
    const currency = stay.petServiceList[0]?.price?.currencyCode;
    const lineLodgings = Object.entries(rooms).map(([petDetailId, own]) => ({
      petDetailId,
      lodgings: lodgingsOnWire(withRates(own, lineOf(petDetailId)), currency),
    }));
    const services = extras && { services: { petServices: extrasOnWire(extras) } };
    const request = { ...services, appointmentId: stay.id, version: stay.version, startDate, endDate, lineLodgings };
    const times = { startTime: span.start ?? stay.startTime, endTime: span.end ?? stay.endTime };
    setPending(true);
    try {
      if (!(await changeStay({ ...request, ...times, withoutTelling }, "Save", startOf(stay)))) return false;
      await refreshDomains(queries, "calendar");
      onClose();
      return true;
    } catch (error) {
      setRefused(refusalText(error));
      return false;
    } finally {
      setPending(false);
    }
  };
  return { save, pending, refused };
};
