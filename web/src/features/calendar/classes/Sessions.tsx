import { useMutation } from "@connectrpc/connect-query";
import {
  ClassService,
  type ClassSession,
  type GetClassResponse,
  type GroupClass,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { saidOfSession } from "../shared/undo/class-undo.ts";
import { useMayEdit } from "../shared/useCalendar.ts";
import { canTick, elsewhereOf, nextSession, presentOf, rosterOf } from "./class-values.ts";
import { MoveSession } from "./MoveSession.tsx";
import { RosterLine } from "./RosterLine.tsx";

type Props = { group: GroupClass; found: GetClassResponse; reload: () => void };
const start = { session: "" };

/** The sessions of a class side by side, and below them who is expected at the chosen one. */
export const Sessions = ({ group, found, reload }: Props) => {
  const format = useFormat();
  const [{ session: asked }, set] = useQueryState(start);
  const session = group.sessions.find(({ id }) => id === asked) ?? nextSession(group) ?? group.sessions[0];
  if (!session) return null;
  return (
    <Section title="Sessions">
      <Box role="group" aria-label="Session" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, mb: 2 }}>
        {group.sessions.map((one) => (
          <Chip
            key={one.id}
            label={format.shortDay(one.date)}
            color={one.id === session.id ? "primary" : "default"}
            aria-pressed={one.id === session.id}
            onClick={() => set({ session: one.id })}
            sx={{ minHeight: 36, ...(one.cancelled && { textDecoration: "line-through" }) }}
          />
        ))}
      </Box>
      <SessionHead key={session.id} session={session} group={group} reload={reload} />
      <Roster session={session} group={group} found={found} reload={reload} />
    </Section>
  );
};

type OfSession = { session: ClassSession; group: GroupClass; reload: () => void };

const SessionHead = ({ session, group, reload }: OfSession) => {
  const format = useFormat();
  const [moving, setMoving] = useState(false);
  const cancel = useMutation(ClassService.method.cancelClassSession, {
    onSuccess: ({ groupClass }) => {
      const canceled = groupClass?.sessions.find(({ id }) => id === session.id);
      saidOfSession("Session canceled", group.id, canceled);
      reload();
    },
  });
  const isOpen = !session.cancelled && !session.over;
  const mayMove = useMayEdit() && isOpen;
  const mayCancel = useCan("cancelOrDeleteTicket") && isOpen;
  const stop = async () => {
    const title = `Cancel ${format.shortDay(session.date)}?`;
    const body =
      "The session does not take place. Clients are told, unless your cancellation message is off. You can undo this right after unless the instructor’s time is taken.";
    if (await confirm({ title, body, action: "Cancel session", cancel: "Keep it", danger: true })) cancel.mutate({ id: session.id });
  };
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: "1 1 220px", minWidth: 0 }}>
        <Typography variant="h3">
          {format.longDay(session.date)}, {format.range(session.startTime, session.endTime)}
        </Typography>
        <Typography color="textSecondary">
          {session.cancelled
            ? `Canceled${session.cancelReason && `: ${session.cancelReason}`}`
            : `${session.staffName} · ${session.taken} of ${group.capacity} places taken`}
        </Typography>
      </Box>
      {mayMove && <Button onClick={() => setMoving(true)}>Move</Button>}
      {mayCancel && (
        <Button color="error" onClick={() => void stop()}>
          Cancel session
        </Button>
      )}
      {moving && <MoveSession classId={group.id} session={session} onClose={() => setMoving(false)} onSaved={reload} />}
    </Box>
  );
};

const Roster = ({ session, group, found, reload }: OfSession & { found: GetClassResponse }) => {
  const roster = rosterOf(session, found.enrolments, found.seats);
  const { now } = useFormat();
  const elsewhere = elsewhereOf(group, session, found.enrolments, found.seats);
  if (session.cancelled) return null;
  if (roster.length === 0 && elsewhere.length === 0)
    return (
      <Typography color="textSecondary" sx={{ mt: 2 }}>
        No pet is in this session.
      </Typography>
    );
  return (
    <>
      {canTick(session, now()) && (
        <Typography color="textSecondary" sx={{ mt: 1.5 }}>
          {presentOf(roster)} of {roster.length} were there
        </Typography>
      )}
      <Box component="ul" aria-label="Pets in this session" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {roster.map((one) => (
          <RosterLine key={one.enrolment.id} on={one} session={session} group={group} reload={reload} />
        ))}
      </Box>
      {elsewhere.length > 0 && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          Come to another session instead: {elsewhere.map(({ petName }) => petName).join(", ")}
        </Typography>
      )}
    </>
  );
};
