import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClassService, type GetClassResponse, type GroupClass } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { later } from "../../../ui/page/later.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { ClassBills } from "../../order/shared/ClassBills.tsx";
import { ConflictHost } from "../shared/conflicts/ConflictHost.tsx";
import { saidOfClass } from "../shared/undo/class-undo.ts";
import { useMayEdit } from "../shared/useCalendar.ts";
import { StandingChip } from "./ClassList.tsx";
import { standingOf } from "./class-values.ts";
import { EditClass } from "./EditClass.tsx";
import { EnrolDrawer } from "./EnrolDrawer.tsx";
import { Sessions } from "./Sessions.tsx";

/** Not part of the first sight: most classes have room. */
const Waitlist = later(async () => (await import("./Waitlist.tsx")).Waitlist, null);

/** One class: its sessions with who is expected at each, and who waits for a place. */
export const ClassPage = ({ id }: { id: string }) => {
  const { data, error, refetch } = useQuery(ClassService.method.getClass, { id });
  const group = data?.groupClass;
  return group ? (
    <Class group={group} found={data} reload={() => void refetch()} />
  ) : (
    <PageFrame title="Class" back="/calendar/groupClass">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />}
    </PageFrame>
  );
};

type Props = { group: GroupClass; found: GetClassResponse; reload: () => void };

const Class = ({ group, found, reload }: Props) => {
  const [enrolling, setEnrolling] = useState(false);
  const standing = standingOf(group);
  const goesOn = ["open", "full"].includes(standing);
  const canEnrol = useCan("createAndEditTicket") && goesOn;
  return (
    <PageFrame
      title={group.name}
      back="/calendar/groupClass"
      beside={<StandingChip group={group} />}
      actions={
        canEnrol && (
          <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setEnrolling(true)}>
            {standing === "full" || group.waiting > 0 ? "To the waitlist" : "Add a pet"}
          </Button>
        )
      }
    >
      <Box sx={{ display: "grid", gap: 2, maxWidth: 900 }}>
        <Facts group={group} goesOn={goesOn} reload={reload} />
        <Sessions group={group} found={found} reload={reload} />
        <ClassBills classId={group.id} />
        {group.waiting > 0 && <Waitlist group={group} enrolments={found.enrolments} reload={reload} />}
      </Box>
      {enrolling && <EnrolDrawer group={group} onClose={() => setEnrolling(false)} onSaved={reload} />}
      <ConflictHost />
    </PageFrame>
  );
};

const Facts = ({ group, goesOn, reload }: { group: GroupClass; goesOn: boolean; reload: () => void }) => {
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const cancel = useMutation(ClassService.method.cancelClass, {
    onSuccess: ({ groupClass }) => {
      saidOfClass("Class canceled", groupClass);
      reload();
    },
  });
  const mayEdit = useMayEdit() && goesOn;
  const mayCancel = useCan("cancelOrDeleteTicket") && goesOn;
  const stop = async () => {
    const body =
      "Its sessions to come are canceled, and the waitlist is cleared. Bills are canceled; what was paid shows as a refund due. Clients are told, unless your cancellation message is off. You can undo this right after unless the instructor’s time is taken.";
    if (await confirm({ title: `Cancel ${group.name}?`, body, action: "Cancel class", cancel: "Keep it", danger: true }))
      cancel.mutate({ id: group.id });
  };
  return (
    <Section
      title={`${group.enrolled} of ${plural(group.capacity, "pet")}`}
      action={
        <Box sx={{ display: "flex", gap: 1 }}>
          {mayEdit && <Button onClick={() => setEditing(true)}>Edit</Button>}
          {mayCancel && (
            <Button color="error" onClick={() => void stop()}>
              Cancel class
            </Button>
          )}
        </Box>
      }
    >
      <Typography>
        {group.staffName} · {plural(group.sessions.length, "session")} · {format.money(group.price)}
      </Typography>
      {group.note && (
        <Typography color="textSecondary" sx={{ whiteSpace: "pre-wrap" }}>
          {group.note}
        </Typography>
      )}
      {group.cancelReason && <Typography color="textSecondary">Canceled: {group.cancelReason}</Typography>}
      {editing && <EditClass group={group} onClose={() => setEditing(false)} onSaved={reload} />}
    </Section>
  );
};
