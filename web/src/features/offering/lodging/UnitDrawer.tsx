import { useMutation } from "@connectrpc/connect-query";
import { LodgingService, type LodgingType, type LodgingUnit } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useFieldArray, useForm } from "react-hook-form";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { dayToIso, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { type Check, required, url } from "../../../ui/format/validate.ts";
import { stayInTheWay } from "./stay-in-the-way.ts";

type Closure = { from: string; to: string; reason: string };
type Values = { name: string; lodgingTypeId: string; capacity: string; cameraUrl: string; outOfService: Closure[] };
type Props = { unit: LodgingUnit; types: readonly LodgingType[]; onClose: () => void; onSaved: () => void };

const isCapacity: Check = (value) => (value === "" || /^[1-9]\d{0,2}$/.test(value) ? undefined : "A whole number, or nothing");
const EVERYTHING = ["name", "lodging_type_id", "camera_url", "capacity", "out_of_service"];

const valuesOf = (unit: LodgingUnit): Values => ({
  name: unit.name,
  lodgingTypeId: unit.lodgingTypeId,
  capacity: unit.capacity > 0 ? String(unit.capacity) : "",
  cameraUrl: unit.cameraUrl,
  outOfService: unit.outOfService.map(({ startDate, endDate, reason }) => ({
    from: startDate ? dayToIso(startDate) : "",
    to: endDate ? dayToIso(endDate) : "",
    reason,
  })),
});

const closuresOf = (rows: readonly Closure[]) =>
  rows.flatMap(({ from, to, reason }) => {
    const [startDate, endDate] = [isoToDay(from), isoToDay(to || from)];
    return startDate && endDate ? [{ startDate, endDate, reason }] : [];
  });

/** One room, kennel or area. */
export const UnitDrawer = ({ unit, types, onClose, onSaved }: Props) => {
  const update = useMutation(LodgingService.method.updateLodgingUnit, { meta: { success: "Saved", quiet: true } });
  const format = useFormat();
  const remove = useMutation(LodgingService.method.deleteLodgingUnit, { meta: { success: `${unit.name} deleted` } });
  const form = useForm<Values>({ defaultValues: valuesOf(unit) });
  const { control } = form;
  const closures = useFieldArray({ control, name: "outOfService" });
  const save = async ({ outOfService, capacity, ...same }: Values) => {
    const body = { ...same, capacity: Number(capacity || 0), outOfService: closuresOf(outOfService) };
    const { lodgingUnitId, version } = unit;
    try {
      await update.mutateAsync({ ...body, lodgingUnitId, version, updateMask: { paths: EVERYTHING } });
    } catch (error) {
      const inTheWay = await stayInTheWay(error, format);
      if (inTheWay === undefined) {
        toast.error(messageOf(error));
        throw error;
      }
      form.setError("outOfService", { type: "server", message: inTheWay });
      throw new Error(inTheWay);
    }
    onSaved();
  };
  const drop = async () => {
    if (!(await confirm({ title: `Delete ${unit.name}?`, action: "Delete", danger: true }))) return;
    await remove.mutateAsync({ lodgingUnitId: unit.lodgingUnitId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={unit.name}
      form={form}
      saveLabel="Save"
      onSave={save}
      onClose={onClose}
      width={520}
      aside={
        <Button color="error" variant="text" onClick={() => void drop()}>
          Delete
        </Button>
      }
    >
      <FormText control={control} name="name" label="Name" check={required("A name")} />
      <FormSelect
        control={control}
        name="lodgingTypeId"
        label="Type"
        options={types.map(({ lodgingTypeId, name }) => ({ value: lodgingTypeId, label: name }))}
      />
      <FormText
        control={control}
        name="capacity"
        label="Pets at once"
        help="Leave empty to use the number of its lodging type"
        check={isCapacity}
      />
      <FormText control={control} name="cameraUrl" label="Camera link" placeholder="https://…" check={url} />
      {unit.cameraUrl && (
        <Link href={unit.cameraUrl} target="_blank" rel="noreferrer">
          Watch the camera
        </Link>
      )}
      <Typography variant="subtitle2">Out of service</Typography>
      {closures.fields.map((row, index) => (
        <Box key={row.id} role="group" aria-label={`Period ${index + 1}`} sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
          <FormDate control={control} name={`outOfService.${index}.from`} label="From" check={required("The first day")} />
          <FormDate
            control={control}
            name={`outOfService.${index}.to`}
            label="To"
            help="Leave empty for one day"
            check={(to) => (to && to < form.getValues(`outOfService.${index}.from`) ? "Ends before it starts" : undefined)}
          />
          <FormText control={control} name={`outOfService.${index}.reason`} label="Why" />
          <Button variant="text" onClick={() => closures.remove(index)}>
            Remove
          </Button>
        </Box>
      ))}
      {form.formState.errors.outOfService?.message && (
        <Typography role="alert" color="error">
          {form.formState.errors.outOfService.message}
        </Typography>
      )}
      <Button variant="text" sx={{ justifySelf: "start" }} onClick={() => closures.append({ from: "", to: "", reason: "" })}>
        Add a period
      </Button>
    </DrawerForm>
  );
};
