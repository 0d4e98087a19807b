import { useMutation } from "@connectrpc/connect-query";
import type { ClockCorrection, ClockLog } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate, FormTime } from "../../../ui/form/more-fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { capitalise } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { type EntryValues, entryTimes, entryValues, isOvernight } from "./entry.ts";

type Props = { entry?: ClockLog; people: Staff[]; canEdit: boolean; onClose: () => void; onSaved: () => void };

/** One time at work: read, written or corrected by hand, with what it said before. */
export const ClockEntry = (props: Props) =>
  props.canEdit && !props.entry?.deleted ? (
    <EntryForm {...props} />
  ) : (
    <SideDrawer open title="Entry" onClose={props.onClose}>
      <Box sx={{ p: 2.25 }}>
        <History corrections={props.entry?.corrections ?? []} />
        <Typography color="textSecondary">
          {props.entry?.deleted ? "It was removed and does not count." : "A manager of this location can correct it."}
        </Typography>
      </Box>
    </SideDrawer>
  );

const EntryForm = ({ entry, people, onClose, onSaved }: Props) => {
  const { zone } = usePreferences();
  const today = useFormat().now().date;
  const create = useMutation(ClockService.method.createClockLog, { onSuccess: onSaved, meta: { success: "Entry added" } });
  const update = useMutation(ClockService.method.updateClockLog, { onSuccess: onSaved, meta: { success: "Entry corrected" } });
  const remove = useMutation(ClockService.method.deleteClockLog, { onSuccess: onSaved, meta: { success: "Entry removed" } });
  const form = useForm<EntryValues>({ defaultValues: entryValues(entry, zone, today) });
  const { control } = form;
  const [start, end] = useWatch({ control, name: ["start", "end"] });
  const save = async (values: EntryValues) => {
    const times = entryTimes(values, zone);
    if (entry) await update.mutateAsync({ ...times, id: entry.id, note: values.note, version: entry.version });
    else await create.mutateAsync({ ...times, staffId: values.staffId, note: values.note });
  };
  const drop = async () => {
    const sure =
      entry &&
      (await confirm({ title: "Remove this entry?", body: "The text is kept in the history.", action: "Remove entry", danger: true }));
    if (sure) remove.mutate({ id: entry.id }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={entry ? "Entry" : "New entry"}
      form={form}
      saveLabel={entry ? "Save entry" : "Add entry"}
      onSave={save}
      onClose={onClose}
      aside={
        entry && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Remove
          </Button>
        )
      }
    >
      <FormSelect
        control={control}
        name="staffId"
        label="Who"
        disabled={entry !== undefined}
        check={required("A person")}
        options={people.map((one) => ({ value: one.id, label: `${one.firstName} ${one.lastName}`.trim() }))}
      />
      <FormDate control={control} name="date" label="Day" max={today} check={required("The day")} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormTime control={control} name="start" label="In" />
        <FormTime control={control} name="end" label="Out" {...(isOvernight({ start, end }) && { help: "On the next day" })} />
      </Box>
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
      {entry && <History corrections={entry.corrections} />}
    </DrawerForm>
  );
};

const History = ({ corrections }: { corrections: ClockCorrection[] }) => {
  const format = useFormat();
  if (corrections.length === 0) return <Typography color="textSecondary">Clocked, not corrected.</Typography>;
  const span = (from: ClockCorrection["oldClockInTime"], to: ClockCorrection["oldClockOutTime"]): string =>
    from ? `${format.instant(from)} – ${to ? format.instant(to) : "open"}` : "";
  return (
    <Box component="section" aria-label="History">
      <Typography variant="subtitle2">History</Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {corrections.map((one) => (
          <Box component="li" key={`${one.time?.seconds}/${one.time?.nanos}`} sx={{ py: 0.75 }}>
            <Typography>
              {capitalise(one.action)} by {one.actorName || "somebody"}, {format.instant(one.time)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[span(one.oldClockInTime, one.oldClockOutTime), span(one.newClockInTime, one.newClockOutTime)].filter(Boolean).join(" → ")}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
