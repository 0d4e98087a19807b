import { useMutation } from "@connectrpc/connect-query";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import type { TimeRange } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useRef } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate, FormMoney, FormTime } from "../../../ui/form/more-fields.tsx";
import { isoToDay } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { all, type Check, required } from "../../../ui/format/validate.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { useServices } from "../../offering/shared/useServices.ts";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { saidOfClass } from "../shared/undo/class-undo.ts";
import { useStaff, useWorkingHours } from "../shared/useCalendar.ts";
import { type ClassValues, emptyClass, ofService, requestOf, startWithin, within } from "./class-values.ts";
import { PatternFields } from "./pattern/PatternFields.tsx";
import { patternWords } from "./pattern/pattern.ts";
import { ServiceSelect } from "./ServiceSelect.tsx";
import { useOverbook } from "./useOverbook.ts";

type Props = { onClose: () => void; onSaved: (id: string) => void };

/** A new class: what is taught, by whom, and when it meets. */
export const ClassDrawer = ({ onClose, onSaved }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const services = useServices();
  const offered = (services.data?.services ?? []).filter(({ careType, inactive }) => careType === "GROUP_CLASS" && !inactive);
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const create = useMutation(ClassService.method.createClass, { meta: { quiet: true } });
  const overbooking = useOverbook();
  const form = useForm<ClassValues>({ defaultValues: emptyClass(format.now()) });
  const { control, getValues, setValue } = form;
  const proposed = useRef<Partial<ClassValues>>(getValues());
  useStartOfDay(form);
  const pick = (id: string) => {
    const service = offered.find((one) => one.id === id);
    if (!service) return;
    const said = ofService(service);
    // What somebody typed before stays.
    for (const name of ["name", "price", "minutes", "capacity", "sessions"] as const)
      if (getValues(name) === proposed.current[name]) setValue(name, said[name], { shouldDirty: true });
    proposed.current = said;
  };
  const ahead: Check = (day) => {
    const now = format.now();
    return day === now.date && getValues("start") <= now.minutes ? "The first session would be over already" : undefined;
  };
  const save = async (values: ClassValues) => {
    const { groupClass } = await overbooking((anyway) => create.mutateAsync({ ...requestOf(values, currencyCode), ...anyway }));
    saidOfClass("Class planned", groupClass);
    return groupClass?.id;
  };
  if (services.data && offered.length === 0) return <NoneOffered onClose={onClose} />;
  return (
    <DrawerForm
      open
      title="New class"
      form={form}
      saveLabel="Plan class"
      onSave={save}
      onClose={onClose}
      onSaved={(id) => onSaved(String(id))}
    >
      <ServiceSelect control={control} options={offered.map(({ id, name }) => ({ value: id, label: name }))} onPick={pick} />
      <FormText control={control} name="name" label="Name" check={required("A name")} />
      <FormSelect
        control={control}
        name="staffId"
        label="Instructor"
        check={required("An instructor")}
        options={staff.map((one) => ({ value: one.staffId, label: fullName(one) }))}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate
          control={control}
          name="date"
          label="First session"
          min={format.now().date}
          check={all(required("The first day"), ahead)}
        />
        <FormTime control={control} name="start" label="Begins at" />
        <FormText control={control} name="minutes" label="Minutes" check={within("Minutes", 15, 480)} />
        <FormText control={control} name="capacity" label="Maximum pets" check={within("Pets", 1, 500)} />
        <FormMoney control={control} name="price" label="Price" check={required("A price")} />
      </Box>
      <PatternFields control={control} within={within} />
      <Told control={control} />
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
    </DrawerForm>
  );
};

/** When it meets, in words. */
const Told = ({ control }: Pick<UseFormReturn<ClassValues>, "control">) => {
  const { shortDay } = useFormat();
  const [date, repeats, weeks, weekdays, sessions, dates] = useWatch({
    control,
    name: ["date", "repeats", "weeks", "weekdays", "sessions", "dates"],
  });
  const words = patternWords({ date, repeats, weeks, weekdays, sessions, dates }, shortDay);
  return <Typography color="textSecondary">{words && `${words}. `}The price is for the whole class.</Typography>;
};

/** Until somebody says when, it begins so that the instructor is there. */
const useStartOfDay = ({ control, getValues, setValue }: UseFormReturn<ClassValues>): void => {
  const [date, staffId, minutes] = useWatch({ control, name: ["date", "staffId", "minutes"] });
  const proposed = useRef(getValues("start"));
  const { now } = useFormat();
  const asked = { staffIds: [staffId], enabled: staffId !== "" && isoToDay(date) !== undefined };
  const { data, isPlaceholderData } = useWorkingHours({ from: date, to: date }, asked);
  const hours = isPlaceholderData ? undefined : data?.hours;
  const propose = useEffectEvent((ranges: readonly TimeRange[], length: number) => {
    const today = now();
    const past = date === today.date ? today.minutes : undefined;
    const start = startWithin(ranges, length, past);
    if (start === undefined || getValues("start") !== proposed.current) return;
    setValue("start", start);
    proposed.current = start;
  });
  useEffect(() => propose(hours?.flatMap(({ timeRange }) => timeRange) ?? [], Number(minutes) || 0), [hours, minutes]);
};

const NoneOffered = ({ onClose }: { onClose: () => void }) => (
  <SideDrawer open title="New class" width={440} onClose={onClose}>
    <Typography color="textSecondary" sx={{ p: 2.25 }}>
      Add a service of the kind “Group class” first, under <TextLink to="/setting/services">Services</TextLink>.
    </Typography>
  </SideDrawer>
);
