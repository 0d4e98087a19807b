import { useMutation } from "@connectrpc/connect-query";
import { type ClosedDate, ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { required } from "../../../ui/format/validate.ts";
import { BookedOn } from "../../calendar/shared/booked/BookedOn.tsx";
import { bookedWords, useBookedOn } from "../../calendar/shared/booked/booked-on.ts";
import { StaysOn } from "../../calendar/shared/booked/StaysOn.tsx";
import { passingWords, useStaysOn } from "../../calendar/shared/booked/stays-on.ts";

type FormProps = { known?: ClosedDate; onClose: () => void; onSaved: () => void; onDrop: (one: ClosedDate) => void };

export const ClosedDateForm = ({ known, onClose, onSaved, onDrop }: FormProps) => {
  const remove = useMutation(ClosedDateService.method.deleteClosedDate, { onSuccess: onSaved });
  const add = useMutation(ClosedDateService.method.addClosedDate, { onSuccess: onSaved });
  const update = useMutation(ClosedDateService.method.updateClosedDate, { onSuccess: onSaved });
  const iso = (day: ClosedDate["startDate"]) => (isDay(day) ? dayToIso(day) : "");
  const form = useForm({
    defaultValues: { startDate: iso(known?.startDate), endDate: iso(known?.endDate), description: known?.description ?? "" },
  });
  const [from, last] = useWatch({ control: form.control, name: ["startDate", "endDate"] });
  const days = { from, to: last || from };
  const booked = [bookedWords(useBookedOn(days)), passingWords(useStaysOn(days))].filter(Boolean);
  const said = (what: string) => (booked.length > 0 ? [what, ...booked.map((words) => `${words} then`), ""].join(". ").trim() : what);
  const putBack = ({ id, startDate, endDate, description }: ClosedDate) =>
    update.mutate({ id, description, ...(startDate && { startDate }), ...(endDate && { endDate }) });
  const save = async (values: { startDate: string; endDate: string; description: string }) => {
    const [startDate, endDate] = [isoToDay(values.startDate), isoToDay(values.endDate || values.startDate)];
    if (!startDate || !endDate) return;
    const body = { startDate, endDate, description: values.description };
    if (known) {
      await update.mutateAsync({ id: known.id, ...body });
      toast.success(said("Closed date changed"), { undo: () => putBack(known) });
    } else {
      const { closedDate } = await add.mutateAsync(body);
      toast.success(said("Closed date added"), {
        ...(closedDate && { undo: () => remove.mutate({ id: closedDate.id }) }),
      });
    }
  };
  return (
    <DrawerForm
      open
      title={known ? "Closed date" : "New closed date"}
      form={form}
      saveLabel={known ? "Save" : "Add closed date"}
      onSave={save}
      onClose={onClose}
      aside={
        known && (
          <Button
            color="error"
            variant="text"
            onClick={() => {
              onDrop(known);
              onClose();
            }}
          >
            Remove
          </Button>
        )
      }
    >
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={form.control} name="startDate" label="From" check={required("The first day")} />
        <FormDate
          control={form.control}
          name="endDate"
          label="To"
          help="Leave empty for one day"
          check={(to) => (to && to < form.getValues("startDate") ? "Ends before it starts" : undefined)}
        />
      </Box>
      <FormText control={form.control} name="description" label="Why" />
      <BookedOn days={days} />
      <StaysOn days={days} />
    </DrawerForm>
  );
};
