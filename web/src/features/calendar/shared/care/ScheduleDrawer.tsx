import { useMutation } from "@connectrpc/connect-query";
import { type CareSchedule, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useFieldArray, useForm } from "react-hook-form";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormTime } from "../../../../ui/form/more-fields.tsx";
import { required } from "../../../../ui/format/validate.ts";
import { amountCheck, KINDS, stopQuestion } from "./care-text.ts";
import { DayFields } from "./days/DayFields.tsx";
import { daysOf, daysOnWire } from "./days/days.ts";

type Pet = { petId: string; petName: string };
type Props = { appointmentId: string; pets: readonly Pet[]; known?: CareSchedule | undefined; onClose: () => void };

const MORNING = 480;

const valuesOf = (pets: readonly Pet[], known: CareSchedule | undefined) => ({
  petId: known?.petId ?? pets[0]?.petId ?? "",
  kind: String(known?.kind ?? KINDS[0]?.value),
  name: known?.name ?? "",
  amount: known?.amount ?? "",
  unit: known?.unit ?? "",
  instructions: known?.instructions ?? "",
  times: (known?.times ?? [MORNING]).map((at) => ({ at })),
  days: daysOf(known),
});
type Values = ReturnType<typeof valuesOf>;

/** What a pet is given and when. A change puts another schedule in place of the one before; what was given stays noted. */
export const ScheduleDrawer = ({ appointmentId, pets, known, onClose }: Props) => {
  const queries = useQueryClient();
  const onSettled = () => refreshDomains(queries, "calendar");
  const create = useMutation(CareService.method.createCareSchedule, { onSettled, meta: { success: "Saved" } });
  const end = useMutation(CareService.method.deleteCareSchedule, { onSettled, meta: { success: "Schedule stopped" } });
  const form = useForm<Values>({ defaultValues: valuesOf(pets, known) });
  const { control } = form;
  const times = useFieldArray({ control, name: "times" });
  const save = ({ kind, times: given, days, ...same }: Values) =>
    create.mutateAsync({
      appointmentId,
      ...same,
      ...daysOnWire(days),
      kind: Number(kind),
      times: [...new Set(given.map(({ at }) => at))],
      replacesId: known?.careScheduleId ?? "0",
    });
  const stop = async () => {
    if (known && (await confirm(stopQuestion(known))))
      end.mutate({ appointmentId, careScheduleId: known.careScheduleId }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={known ? "Feeding or medication" : "Add feeding or medication"}
      form={form}
      saveLabel="Save"
      onSave={save}
      onClose={onClose}
      aside={
        known && (
          <Button color="error" onClick={() => void stop()} loading={end.isPending}>
            Stop
          </Button>
        )
      }
    >
      {pets.length > 1 && !known && (
        <FormSelect
          control={control}
          name="petId"
          label="Pet"
          options={pets.map(({ petId, petName }) => ({ value: petId, label: petName }))}
        />
      )}
      <FormSelect control={control} name="kind" label="Kind" options={KINDS} />
      <FormText control={control} name="name" label="Food or medication" check={required("Food or medication")} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name="amount" label="Amount" check={amountCheck} />
        <FormText control={control} name="unit" label="Unit" />
      </Box>
      {times.fields.map((field, index) => (
        <Box
          key={field.id}
          sx={{ display: "grid", gridTemplateColumns: "minmax(0, 180px) auto", justifyContent: "start", gap: 1, alignItems: "center" }}
        >
          <FormTime control={control} name={`times.${index}.at`} label={times.fields.length > 1 ? `Time ${index + 1}` : "Time"} />
          {times.fields.length > 1 && <Button onClick={() => times.remove(index)}>Remove</Button>}
        </Box>
      ))}
      {times.fields.length < 12 && (
        <Button onClick={() => times.append({ at: 1080 })} sx={{ justifySelf: "start" }}>
          Add a time
        </Button>
      )}
      <DayFields control={control} />
      <FormText control={control} name="instructions" label="Instructions" multiline />
    </DrawerForm>
  );
};
