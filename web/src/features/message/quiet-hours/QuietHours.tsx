import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type QuietHours as Hours, QuietHoursService } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";

const EXCEPT =
  "Emails go right away. So do texts that you write, answers, codes, “ready for pick-up”, and anything that would come too late in the morning.";

/** When clients are not texted. */
export const QuietHours = () => {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const found = useQuery(QuietHoursService.method.getQuietHours);
  const refetch = () => void found.refetch();
  const update = useMutation(QuietHoursService.method.updateQuietHours, { onSettled: refetch });
  const known = found.data?.quietHours;
  if (found.error && !known) return <ErrorState error={found.error} onRetry={refetch} />;
  if (!known) return null;
  const until = format.minutes(known.quietTo);
  const says = known.isEnabled
    ? `No texts to clients from ${format.minutes(known.quietFrom)} until ${until}, by your clock. What would go out by itself waits until ${until}, and is dropped if it no longer holds by then. ${EXCEPT}`
    : `Clients are texted at any hour of day or night. The law in the US allows texts that advertise only from ${format.minutes(480)} to ${format.minutes(1260)}.`;
  return (
    <Section title="Quiet hours">
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1, minWidth: 0 }}>
          {says}
        </Typography>
        {known.isEnabled && (
          <Button aria-label="Edit quiet hours" onClick={() => setOpen(true)}>
            Edit
          </Button>
        )}
        <Switch
          checked={known.isEnabled}
          disabled={update.isPending}
          slotProps={{ input: { "aria-label": "Quiet hours on" } }}
          onChange={(_, isEnabled) => update.mutate({ isEnabled, version: known.version })}
        />
      </Box>
      {open && <HoursDrawer known={known} onSaved={refetch} onClose={() => setOpen(false)} />}
    </Section>
  );
};

type Props = { known: Hours; onSaved: () => void; onClose: () => void };
type Values = Pick<Hours, "quietFrom" | "quietTo">;

const HoursDrawer = ({ known: { quietFrom, quietTo, version }, onSaved, onClose }: Props) => {
  const update = useMutation(QuietHoursService.method.updateQuietHours, { meta: { success: "Quiet hours saved" } });
  const form = useForm<Values>({ defaultValues: { quietFrom, quietTo } });
  const onSave = async (values: Values) => {
    await update.mutateAsync({ ...values, version });
    onSaved();
  };
  return (
    <DrawerForm open title="Quiet hours" form={form} onSave={onSave} onClose={onClose} saveLabel="Save quiet hours">
      <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: "1fr 1fr" }}>
        <FormTime control={form.control} name="quietFrom" label="Quiet from" check={required("Quiet from")} />
        <FormTime control={form.control} name="quietTo" label="Quiet until" check={required("Quiet until")} />
      </Box>
      <Typography color="textSecondary">At most 16 hours. A text that waits already still goes out at the hour it was to.</Typography>
    </DrawerForm>
  );
};
