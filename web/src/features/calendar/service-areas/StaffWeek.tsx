import { useMutation } from "@connectrpc/connect-query";
import { type ServiceArea, ServiceAreaService, type StaffAreas } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { saidUndoable } from "../../../app/undo/undoable.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FROM_MONDAY } from "../../../ui/format/dates.ts";

type Values = { days: string[][] };
type Props = {
  staffId: string;
  name: string;
  week: StaffAreas | undefined;
  areas: readonly ServiceArea[];
  onClose: () => void;
  onSaved: () => void;
};

/** Where one person goes on each day of the week. */
export const StaffWeek = ({ staffId, name, week, areas, onClose, onSaved }: Props) => {
  const save = useMutation(ServiceAreaService.method.saveStaffAreas);
  const areaIds = (n: number) => week?.days.find((day) => day.weekday === n + 1)?.areaIds ?? [];
  const form = useForm<Values>({ defaultValues: { days: FROM_MONDAY.map((_, n) => areaIds(n)) } });
  const onSave = async ({ days }: Values) => {
    const { change } = await save.mutateAsync({ staffId, days: days.map((ids, n) => ({ weekday: n + 1, areaIds: ids })) });
    saidUndoable("Areas by day saved", ServiceAreaService.method.undoStaffAreas, { staffId, change });
    onSaved();
  };
  const options = areas.map((area) => ({ value: area.areaId, label: area.areaName }));
  return (
    <DrawerForm open title={name} form={form} saveLabel="Save areas" onSave={onSave} onClose={onClose} width={520}>
      <Typography color="textSecondary">Booking someone elsewhere on such a day shows a warning; it is still possible.</Typography>
      {FROM_MONDAY.map((day, n) => (
        <FormChips key={day} control={form.control} name={`days.${n}`} label={day} every="Everywhere" options={options} />
      ))}
    </DrawerForm>
  );
};
