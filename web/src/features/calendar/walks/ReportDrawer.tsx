import { useMutation } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type Walk, WalkService } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { PhotosField } from "../../../app/upload/PhotosField.tsx";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import type { Appointment } from "../shared/types.ts";
import { dogsOf } from "../shared/walks/walk.ts";
import { type ReportValues, reportOf, valuesOf } from "./report-values.ts";
import { saidOfReport } from "./said-of-report.ts";
import { marks } from "./walk-words.ts";

type Props = { walk: Walk; appointment: Appointment; onClose: () => void };
const options = marks.map(({ mark, label }) => ({ value: String(mark), label }));

/** What the client gets to read about a walk: what each dog did, a few words, photos. */
export const ReportDrawer = ({ walk, appointment, onClose }: Props) => {
  const { id: appointmentId, status } = appointment;
  const format = useFormat();
  const queries = useQueryClient();
  const dogs = dogsOf(appointment);
  const form = useForm<ReportValues>({ defaultValues: valuesOf(walk, dogs) });
  const write = useMutation(WalkService.method.updateWalkReport, { meta: { quiet: true } });
  const send = useMutation(WalkService.method.sendWalkReport, { meta: { quiet: true } });
  const over = status === AppointmentStatus.FINISHED;
  const saving = (sends: boolean) => async (values: ReportValues) => {
    try {
      let done = { change: 0 };
      if (form.formState.isDirty || walk.version === 0)
        done = await write.mutateAsync({
          appointmentId,
          report: reportOf(values),
          updateMask: { paths: ["note", "photo_paths", "pets"] },
          version: walk.version,
        });
      if (sends) done = await send.mutateAsync({ appointmentId });
      if (done.change > 0) saidOfReport(sends ? "Report sent" : "Report saved", appointmentId, done);
      else toast.success("Report saved");
    } catch (error) {
      toast.error(messageOf(error));
      throw error;
    } finally {
      await refreshDomains(queries, "calendar");
    }
  };
  const keep = form.handleSubmit(async (values) => {
    await saving(false)(values).then(onClose, () => undefined);
  });
  return (
    <DrawerForm
      open
      addressed
      title={`Walk of ${dogs.map(({ petName }) => petName).join(", ")}`}
      form={form}
      onSave={saving(over)}
      onClose={onClose}
      saveLabel={over ? (walk.reportTime ? "Send again" : "Send report") : "Save report"}
      aside={
        over && (
          <Button variant="outlined" size="large" onClick={() => void keep()}>
            Only save
          </Button>
        )
      }
    >
      <Typography color="textSecondary">
        {over ? `${appointment.customerFirstName} gets a link to this report.` : "It can be sent once the walk is finished."}
        {walk.reportTime && ` Last sent ${format.instant(walk.reportTime)}.`}
      </Typography>
      {dogs.map(({ petId, petName }, at) => (
        <FormChips key={petId} control={form.control} name={`pets.${at}.marks`} label={petName} options={options} />
      ))}
      <FormText
        control={form.control}
        name="note"
        label="Note to the client"
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <Controller
        control={form.control}
        name="photoPaths"
        render={({ field }) => <PhotosField of="Walk" isPublic value={field.value} onChange={field.onChange} />}
      />
      <Places walk={walk} />
    </DrawerForm>
  );
};

const Places = ({ walk: { startTime, finishTime, startPlace, finishPlace } }: { walk: Walk }) => {
  const format = useFormat();
  const said = (what: string, at: Walk["startTime"], place: Walk["startPlace"]) =>
    at &&
    `${what} ${format.time(at)}${place ? ` at ${place.lat.toFixed(5)}, ${place.lng.toFixed(5)} (within ${format.number(place.accuracy, 0)} m)` : ", the device did not say where"}`;
  return [said("Started", startTime, startPlace), said("Finished", finishTime, finishPlace)].filter(Boolean).map((text) => (
    <Typography key={text} variant="body2" color="textSecondary">
      {text}
    </Typography>
  ));
};
