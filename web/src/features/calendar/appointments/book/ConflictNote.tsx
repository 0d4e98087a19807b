import { useQuery } from "@connectrpc/connect-query";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import { useEffect, useState } from "react";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import { SLOT_FULL, titleOf } from "../../shared/conflicts/conflict.ts";
import { FreeTimes } from "../../shared/conflicts/FreeTimes.tsx";
import { NO_STAFF } from "../../shared/types.ts";
import { useStaffNames } from "../../shared/useCalendar.ts";
import { movedTo } from "../fields/draft.ts";
import type { Segment } from "../fields/outline.ts";
import type { Draft } from "../fields/useBooking.ts";

const MOMENT = 300;

/** A text once it has stayed the same for a moment: what is being typed is not asked about letter by letter. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), MOMENT);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

type Asked = Omit<Segment, "coming" | "twice"> & { date: string; comingPets: { petSizeId: string; breed: string; serviceIds: string[] }[] };

/** What stands in the way of the visit as it is filled in, and what is free instead; booking checks again. */
export const ConflictNotes = ({ draft, segments }: { draft: Draft; segments: readonly Segment[] }) => {
  const { plan, set } = draft;
  const { data: known } = usePets(draft.client?.customerId);
  const petOf = (petId: string) => known?.pets.find((pet) => pet.petId === petId);
  const taking = segments
    .filter((segment) => segment.staffId !== NO_STAFF)
    .map(({ coming, twice: _, ...segment }): Asked => {
      // Limits count pets by their size and breed.
      const comingPets = coming.map(({ petId, serviceIds }) => ({
        petSizeId: petOf(petId)?.petSizeId ?? "0",
        breed: petOf(petId)?.breed ?? "",
        serviceIds,
      }));
      return { ...segment, comingPets, date: plan.date };
    });
  const settled: Asked[] = JSON.parse(useSettled(JSON.stringify(taking)));
  return (
    <>
      <TwiceNotes segments={segments} />
      {settled.map((asked) => (
        <ConflictNote
          key={asked.staffId}
          asked={asked}
          onPick={(picked) => set(movedTo(plan, { ...picked, instead: { staffId: asked.staffId, startTime: asked.startTime } }))}
        />
      ))}
    </>
  );
};

/** Who would be at two services of the visit at once. */
const TwiceNotes = ({ segments }: { segments: readonly Segment[] }) => {
  const names = useStaffNames();
  return segments
    .filter(({ twice, staffId }) => twice && staffId !== NO_STAFF)
    .map(({ staffId }) => (
      <Alert key={staffId} severity="warning">
        <AlertTitle>{names.get(staffId) ?? "One person"} would do two services at once</AlertTitle>
        Give one of them to somebody else, or let one come after the other.
      </Alert>
    ));
};

type Picked = { staffId: string; date: string; startTime: number };
const ConflictNote = ({ asked, onPick }: { asked: Asked; onPick: (picked: Picked) => void }) => {
  const { staffId, startTime, endTime, pets, comingPets } = asked;
  const names = useStaffNames();
  const date = isoToDay(asked.date);
  const { data } = useQuery(
    SlotService.method.checkConflict,
    { staffId, startTime, endTime, pets, comingPets, date },
    { enabled: date !== undefined, meta: { quiet: true }, retry: false },
  );
  if (!data?.conflict) return null;
  return (
    <Alert severity="warning">
      <AlertTitle>{titleOf({ code: SLOT_FULL, message: "", detail: data.conflict, held: false }, names)}</AlertTitle>
      <FreeTimes brief conflict={data.conflict} onPick={onPick} />
    </Alert>
  );
};
