import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate, FormMoney, FormTime } from "../../../ui/form/more-fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { fullName } from "../shared/columns.tsx";
import { NO_STAFF } from "../shared/types.ts";
import { useStaff } from "../shared/useCalendar.ts";
import { type ClassValues, emptyClass, ofService, requestOf, weeklyDays, within } from "./class-values.ts";
import { ServiceSelect } from "./ServiceSelect.tsx";
import { useOverbook } from "./useOverbook.ts";

type Props = { onClose: () => void; onSaved: (id: string) => void };

/** A new class: what is taught, by whom, when it begins, and how many weeks it goes on. */
export const ClassDrawer = ({ onClose, onSaved }: Props) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const services = useQuery(CatalogService.method.listServices, { pageSize: 1000 }, { staleTime: LONG_STALE });
  const offered = (services.data?.services ?? []).filter(({ careType, inactive }) => careType === "GROUP_CLASS" && !inactive);
  const staff = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const create = useMutation(ClassService.method.createClass, { meta: { quiet: true } });
  const overbooking = useOverbook();
  const form = useForm<ClassValues>({ defaultValues: emptyClass(format.now().date) });
  const { control, setValue } = form;
  const [date, sessions] = useWatch({ control, name: ["date", "sessions"] });
  const last = weeklyDays(date, Number(sessions)).at(-1);
  const pick = (id: string) => {
    const service = offered.find((one) => one.id === id);
    if (!service) return;
    for (const [name, value] of Object.entries(ofService(service))) setValue(name as keyof ClassValues, value, { shouldDirty: true });
  };
  const save = async (values: ClassValues) => {
    const { groupClass } = await overbooking((overbook) => create.mutateAsync({ ...requestOf(values, currencyCode), overbook }));
    toast.success("Class planned");
    return groupClass?.id;
  };
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
      {services.data && offered.length === 0 ? (
        <Typography color="textSecondary">
          Add a service of the kind “Group class” first, under <TextLink to="/setting/services">Services</TextLink>.
        </Typography>
      ) : (
        <ServiceSelect control={control} options={offered.map(({ id, name }) => ({ value: id, label: name }))} onPick={pick} />
      )}
      <FormText control={control} name="name" label="Name" check={required("A name")} />
      <FormSelect
        control={control}
        name="staffId"
        label="Instructor"
        check={required("An instructor")}
        options={staff.map((one) => ({ value: one.staffId, label: fullName(one) }))}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={control} name="date" label="First session" min={format.now().date} check={required("The first day")} />
        <FormTime control={control} name="start" label="Begins at" />
        <FormText control={control} name="minutes" label="Minutes" check={within("Minutes", 15, 480)} />
        <FormText control={control} name="sessions" label="Sessions" check={within("Sessions", 1, 60)} />
        <FormText control={control} name="capacity" label="Pets at most" check={within("Pets", 1, 500)} />
        <FormMoney control={control} name="price" label="Price" check={required("A price")} />
      </Box>
      <Typography color="textSecondary">
        {last ? `Every week, until ${format.shortDay(last)}. ` : ""}The price is for the whole class.
      </Typography>
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
    </DrawerForm>
  );
};
