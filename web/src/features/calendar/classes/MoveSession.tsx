import { useMutation } from "@connectrpc/connect-query";
import { ClassService, type ClassSession } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormDate, FormTime } from "../../../ui/form/more-fields.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { saidOfSession } from "../shared/undo/class-undo.ts";
import { useStaff } from "../shared/useCalendar.ts";
import { dayOf } from "./class-values.ts";
import { useOverbook } from "./useOverbook.ts";

type Props = { classId: string; session: ClassSession; onClose: () => void; onSaved: () => void };

/** Another day, time or instructor for one session. */
export const MoveSession = ({ classId, session, onClose, onSaved }: Props) => {
  const format = useFormat();
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const update = useMutation(ClassService.method.updateClassSession, { meta: { quiet: true } });
  const overbooking = useOverbook();
  const { staffId, startTime, endTime, version } = session;
  const form = useForm({ defaultValues: { date: dayOf(session), startTime, endTime, staffId } });
  const { control } = form;
  const save = async (values: { date: string; startTime: number; endTime: number; staffId: string }) => {
    const date = isoToDay(values.date);
    const change = { id: session.id, version, startTime: values.startTime, endTime: values.endTime, ...(date && { date }) };
    const other = values.staffId !== staffId && { staffId: values.staffId };
    const moved = await overbooking((anyway) => update.mutateAsync({ ...change, ...other, ...anyway }));
    saidOfSession("Session moved", classId, moved.session);
    onSaved();
  };
  const people = staff.map((one) => ({ value: one.staffId, label: fullName(one) }));
  const known = people.some(({ value }) => value === staffId) ? people : [...people, { value: staffId, label: session.staffName }];
  return (
    <DrawerForm open title="Move session" form={form} saveLabel="Move session" onSave={save} onClose={onClose}>
      <FormDate
        control={control}
        name="date"
        label="Day"
        help="Clients are told, unless your rescheduling message is off"
        min={format.now().date}
        check={required("The day")}
      />
      <FormTime control={control} name="startTime" label="Begins at" />
      <FormTime control={control} name="endTime" label="Ends at" />
      <FormSelect control={control} name="staffId" label="Instructor" options={known} />
    </DrawerForm>
  );
};
