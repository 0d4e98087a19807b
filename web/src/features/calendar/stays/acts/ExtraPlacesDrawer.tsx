import { useMutation } from "@connectrpc/connect-query";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { FormDate } from "../../../../ui/form/more-fields.tsx";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { all, required } from "../../../../ui/format/validate.ts";
import type { Row } from "../lodging-layout.ts";
import { lastNightCheck, latestNight } from "./extra-nights.ts";

type Props = { first: string; rows: readonly Row[]; onClose: () => void };

/** More pets in a room or an area than it holds, on some nights and on purpose. */
export const ExtraPlacesDrawer = ({ first, rows, onClose }: Props) => {
  const queries = useQueryClient();
  const set = useMutation(StayService.method.setExtraPlaces, {
    meta: { success: "Extra places saved" },
    onSuccess: () => refreshDomains(queries, "calendar"),
  });
  const units = rows.filter(({ unit }) => !unit.deleted).map(({ unit }) => ({ value: unit.lodgingUnitId, label: unit.name }));
  const form = useForm({ defaultValues: { unitId: units[0]?.value ?? "", from: first, to: first, places: "1", note: "" } });
  const from = useWatch({ control: form.control, name: "from" });
  const save = async ({ unitId, from, to, places, note }: { unitId: string; from: string; to: string; places: string; note: string }) => {
    const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
    if (startDate && endDate) await set.mutateAsync({ lodgingUnitId: unitId, startDate, endDate, places: Number(places), note });
  };
  return (
    <DrawerForm open title="Extra places" form={form} saveLabel="Save" onSave={save} onClose={onClose}>
      <Typography color="textSecondary">
        Let a room or area take more pets than its capacity on these nights. Only your staff can use an extra place, when they book a stay.
        Online booking never does. To remove extra places, enter 0; stays that are already booked don’t change.
      </Typography>
      <FormSelect control={form.control} name="unitId" label="Room or area" options={units} />
      <FormDate control={form.control} name="from" label="First night" check={required("The first night")} />
      <FormDate
        control={form.control}
        name="to"
        label="Last night"
        min={from}
        max={latestNight(from)}
        check={all(required("The last night"), lastNightCheck(from))}
      />
      <FormText control={form.control} name="places" label="Extra pets" check={placesCheck} />
      <FormText control={form.control} name="note" label="Why" slotProps={{ htmlInput: { maxLength: 200 } }} />
    </DrawerForm>
  );
};

const placesCheck = (value: string): string | undefined =>
  /^\d{1,3}$/.test(value.trim()) && Number(value) <= 500 ? undefined : "A number from 0 to 500";
