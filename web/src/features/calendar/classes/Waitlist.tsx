import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClassService, type Enrolment, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { OfferPart } from "../../online-booking/shared/waitlist/OfferPart.tsx";
import { PlaceButtons } from "../../online-booking/shared/waitlist/PlaceButtons.tsx";
import { isOffered } from "../../online-booking/shared/waitlist/wait-names.ts";
import { saidOfPlace } from "../shared/undo/class-undo.ts";
import { beginningOf, waitingOf } from "./class-values.ts";

type Props = { group: GroupClass; enrolments: readonly Enrolment[]; reload: () => void };

const MOST = 200;

/** What the waitlist says of those who wait for a class, by their enrolments: whether a place is free for them, and what they were offered. */
const useEntries = ({ id }: GroupClass, enrolments: readonly Enrolment[]): ReadonlyMap<string, WaitlistEntry> => {
  const { data, refetch } = useQuery(
    AppointmentWaitlistService.method.listWaitEntries,
    { filters: { classIds: [id] }, oldestFirst: true, pageSize: MOST },
    { meta: { quiet: true } },
  );
  // Once pets come or leave, other places are free.
  const seen = useRef(enrolments);
  useEffect(() => {
    if (seen.current !== enrolments) void refetch();
    seen.current = enrolments;
  }, [enrolments, refetch]);
  return new Map((data?.entries ?? []).map((entry) => [entry.enrolmentId, entry]));
};

/** Who waits for a place, in the order in which they came; a free one is offered or given to them here. */
export const Waitlist = ({ group, enrolments, reload }: Props) => {
  const entries = useEntries(group, enrolments);
  const waiting = waitingOf(enrolments);
  if (waiting.length === 0) return null;
  return (
    <Section title="Waitlist">
      <Box component="ol" aria-label="Waitlist" sx={{ m: 0, pl: 3 }}>
        {waiting.map((one) => (
          <Line key={one.id} group={group} one={one} entry={entries.get(one.id)} reload={reload} />
        ))}
      </Box>
    </Section>
  );
};

type LineProps = Omit<Props, "enrolments"> & { one: Enrolment; entry: WaitlistEntry | undefined };

const Line = ({ group, one, entry, reload }: LineProps) => {
  const may = useCan("createAndEditTicket");
  const session = beginningOf(group, useFormat().now());
  const withdraw = useMutation(ClassService.method.withdrawPet, {
    onSuccess: ({ enrolment: left }) => {
      if (left) saidOfPlace("Removed from the waitlist", left.classId, left);
      reload();
    },
  });
  return (
    <Box component="li" aria-label={one.petName} sx={{ py: 0.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
        <Box sx={{ flex: "1 1 140px", minWidth: 0 }}>
          <Typography variant="subtitle2">{one.petName}</Typography>
          <TextLink to={pathTo("/client/:customerId/overview", { customerId: one.customerId })}>{one.customerName || "Client"}</TextLink>
        </Box>
        {may && entry && session && (entry.isAvailable || isOffered(entry)) && <PlaceButtons entry={entry} from={session} />}
        {may && (
          <Button aria-label={`Remove ${one.petName} from the waitlist`} onClick={() => withdraw.mutate({ enrolmentId: one.id })}>
            Remove
          </Button>
        )}
      </Box>
      {entry && <OfferPart entry={entry} may={may} />}
    </Box>
  );
};
