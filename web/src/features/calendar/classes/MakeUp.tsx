import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  ClassService,
  type ClassSession,
  type Enrolment,
  type GroupClass,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { saidOfPlace } from "../shared/undo/class-undo.ts";

type Props = { group: GroupClass; enrolment: Enrolment; missed: ClassSession; onClose: () => void; onSaved: () => void };

/** A session of another class in place of one that the pet misses. */
export const MakeUp = ({ group, enrolment, missed, onClose, onSaved }: Props) => {
  const format = useFormat();
  const { data } = useQuery(ClassService.method.getMakeUpSessions, { classId: group.id });
  const add = useMutation(ClassService.method.addMakeUp);
  const form = useForm({ defaultValues: { sessionId: "" } });
  const save = async ({ sessionId }: { sessionId: string }) => {
    const { version } = await add.mutateAsync({ enrolmentId: enrolment.id, missedSessionId: missed.id, sessionId });
    saidOfPlace(`${enrolment.petName} makes it up`, group.id, { id: enrolment.id, version });
    onSaved();
  };
  const options = (data?.sessions ?? []).flatMap(({ session, className, free }) =>
    session
      ? [
          {
            value: session.id,
            label: `${format.shortDay(session.date)}, ${format.minutes(session.startTime)} · ${className} (${plural(free, "place")})`,
          },
        ]
      : [],
  );
  return (
    <DrawerForm
      open
      title={`${enrolment.petName} makes up ${format.shortDay(missed.date)}`}
      form={form}
      saveLabel="Save"
      onSave={save}
      onClose={onClose}
    >
      {!data ? (
        <RowsSkeleton rows={2} />
      ) : options.length === 0 ? (
        <Typography color="textSecondary">No other class of this kind has a session to come with a place.</Typography>
      ) : (
        <FormSelect control={form.control} name="sessionId" label="Comes instead" check={required("A session")} options={options} />
      )}
    </DrawerForm>
  );
};
