import { useMutation } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Alert from "@mui/material/Alert";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { AppointmentDrawer } from "../../shared/AppointmentDrawer.tsx";
import { withConflicts } from "../../shared/conflicts/conflict.ts";
import { refusalText } from "../../shared/stay/refusal-text.ts";
import { isoOf } from "../../shared/stay/stay-days.ts";
import { lodgingsOnWire } from "../../shared/stay/stay-text.ts";
import type { Appointment } from "../../shared/types.ts";
import { fitted, type Rooms, StayRooms } from "./StayRooms.tsx";
import { isSpan, type StaySpan, StayWhen } from "./StayWhen.tsx";
import { useFreeLodgings } from "./useFreeLodgings.ts";

type Props = { stay: Appointment; onClose: () => void };

const spanOf = (stay: Appointment): StaySpan => ({
  from: isoOf(stay.appointmentDate),
  start: stay.startTime,
  to: isoOf(stay.endDate),
  end: stay.endTime,
});
const roomsOf = (stay: Appointment): Rooms =>
  Object.fromEntries(
    stay.petServiceList.map((line) => [
      line.petDetailId,
      line.lodgings.map((one) => ({ unitId: one.lodgingUnitId, from: isoOf(one.startDate), to: isoOf(one.endDate) })),
    ]),
  );

/** Other days, times or rooms of a stay; one pet may move from room to room. */
export const StayChangeDrawer = ({ stay, onClose }: Props) => {
  const [span, setSpan] = useState(() => spanOf(stay));
  const [rooms, setRooms] = useState<Rooms>(() => roomsOf(stay));
  const petIds = [...new Set(stay.petServiceList.map((line) => line.petId))];
  const serviceIds = [...new Set(stay.petServiceList.map((line) => line.serviceId))];
  const free = useFreeLodgings({ customerId: stay.customerId, petIds: petIds.slice(0, 1), span, serviceIds, appointmentId: stay.id });
  const { save, pending, refused } = useChange(stay, onClose);
  const changedDays = JSON.stringify(span) !== JSON.stringify(spanOf(stay));
  const dirty = changedDays || JSON.stringify(rooms) !== JSON.stringify(roomsOf(stay));
  return (
    <AppointmentDrawer
      title="Change the stay"
      label="Save"
      ready={isSpan(span) && dirty}
      pending={pending}
      dirty={dirty}
      save={() => save(span, rooms)}
      onClose={onClose}
    >
      <StayWhen
        span={span}
        onChange={(next) => {
          setSpan(next);
          if (next.from < next.to) setRooms(fitted(rooms, span, next));
        }}
      />
      <StayRooms stay={stay} span={span} rooms={rooms} found={free.data} onChange={setRooms} />
      {refused && <Alert severity="error">{refused}</Alert>}
    </AppointmentDrawer>
  );
};

const useChange = (stay: Appointment, onClose: () => void) => {
  const queries = useQueryClient();
  const change = useMutation(StayService.method.changeStay, { meta: { quiet: true } });
  const undo = useMutation(AppointmentService.method.undoChange, { meta: { success: "Undone" } });
  const [refused, setRefused] = useState<string>();
  const refresh = () => refreshDomains(queries, "calendar");
  const save = async (span: StaySpan, rooms: Rooms): Promise<boolean> => {
    const [startDate, endDate] = [isoToDay(span.from), isoToDay(span.to)];
    if (!startDate || !endDate) return false;
    setRefused(undefined);
    const lineLodgings = Object.entries(rooms).map(([petDetailId, own]) => ({ petDetailId, lodgings: lodgingsOnWire(own) }));
    const request = { appointmentId: stay.id, version: stay.version, startDate, endDate, lineLodgings };
    const times = { startTime: span.start ?? stay.startTime, endTime: span.end ?? stay.endTime };
    try {
      const done = await withConflicts(
        ({ override }) => change.mutateAsync({ ...request, ...times, ...(override && { override }) }),
        "Save",
      );
      if (!done) return false;
      toast.success("Stay changed", { undo: () => void undo.mutateAsync({ id: stay.id }).then(refresh, () => undefined) });
      await refresh();
      onClose();
      return true;
    } catch (error) {
      setRefused(refusalText(error));
      return false;
    }
  };
  return { save, pending: change.isPending, refused };
};
