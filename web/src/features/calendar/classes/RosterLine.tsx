import { useMutation } from "@connectrpc/connect-query";
import { Attendance, ClassService, type ClassSession, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { saidOfPlace } from "../shared/undo/class-undo.ts";
import { canTick, type OnRoster } from "./class-values.ts";
import { MakeUp } from "./MakeUp.tsx";

type Props = { on: OnRoster; session: ClassSession; group: GroupClass; reload: () => void };

/** One pet at one session: who it is with, and whether it was there. */
export const RosterLine = ({ on: { enrolment, seat, guest }, session, group, reload }: Props) => {
  const now = useFormat().now();
  const mayTick = [useCan("editTicket"), useCan("createAndEditTicket")].includes(true);
  const note = useMutation(ClassService.method.setAttendance, { onSuccess: reload });
  const tick = (attendance: Attendance | null) =>
    note.mutate({ sessionId: session.id, enrolmentId: enrolment.id, attendance: attendance ?? Attendance.UNSPECIFIED });
  const shown = note.isPending ? (note.variables?.attendance ?? seat.attendance) : seat.attendance;
  return (
    <Box
      component="li"
      aria-label={enrolment.petName}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 1, borderBottom: 1, borderColor: "line" }}
    >
      <Box sx={{ flex: "1 1 140px", minWidth: 0 }}>
        <Typography variant="subtitle2">
          {enrolment.petName}
          {guest && " · makes up a session"}
        </Typography>
        <TextLink to={pathTo("/client/:customerId/overview", { customerId: enrolment.customerId })}>
          {enrolment.customerName || "Client"}
        </TextLink>
      </Box>
      {canTick(session, now) && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shown === Attendance.UNSPECIFIED ? null : shown}
          disabled={!mayTick}
          onChange={(_, next: Attendance | null) => tick(next)}
          aria-label={`Attendance of ${enrolment.petName}`}
        >
          <ToggleButton value={Attendance.PRESENT} sx={{ minHeight: 44, px: 1.5 }}>
            Here
          </ToggleButton>
          <ToggleButton value={Attendance.ABSENT} sx={{ minHeight: 44, px: 1.5 }}>
            Absent
          </ToggleButton>
        </ToggleButtonGroup>
      )}
      {!guest && <LineMenu on={{ enrolment, seat, guest }} session={session} group={group} reload={reload} />}
    </Box>
  );
};

const LineMenu = ({ on: { enrolment, seat }, session, group, reload }: Props) => {
  const [at, setAt] = useState<HTMLElement | null>(null);
  const [makingUp, setMakingUp] = useState(false);
  const withdraw = useMutation(ClassService.method.withdrawPet, {
    onSuccess: ({ enrolment: left }) => {
      saidOfPlace(`${enrolment.petName} left the class`, group.id, left);
      reload();
    },
  });
  const may = useCan("createAndEditTicket");
  if (!may || group.cancelled) return null;
  const missed = !session.over || seat.attendance !== Attendance.PRESENT;
  const leave = async () => {
    setAt(null);
    const body =
      "Its places in all upcoming sessions open up, first for the people on the waitlist. The client is told in a minute. The bill is canceled; what was paid shows as a refund due.";
    if (await confirm({ title: `Take ${enrolment.petName} out of ${group.name}?`, body, action: "Take out", danger: true }))
      withdraw.mutate({ enrolmentId: enrolment.id });
  };
  return (
    <>
      <IconButton aria-label={`More about ${enrolment.petName}`} onClick={(event) => setAt(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={at} open={at !== null} onClose={() => setAt(null)}>
        {missed && (
          <MenuItem
            onClick={() => {
              setAt(null);
              setMakingUp(true);
            }}
          >
            Make up this session
          </MenuItem>
        )}
        <MenuItem onClick={() => void leave()}>Take out of the class</MenuItem>
      </Menu>
      {makingUp && <MakeUp group={group} enrolment={enrolment} missed={session} onClose={() => setMakingUp(false)} onSaved={reload} />}
    </>
  );
};
