import { useMutation, useQuery } from "@connectrpc/connect-query";
import { BookingCustomerType } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { RecoveryMessageService, type RecoveryMessageSetting } from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { changeOf, DAYS, daySets, stepOptions, type Values, valuesOf, WAIT, waitOptions } from "./recovery-values.ts";

const TITLE = "Recovery message";
const clientOptions = [
  { value: String(BookingCustomerType.EXISTING_CLIENT), label: "Existing clients" },
  { value: String(BookingCustomerType.NEW_VISITOR), label: "New visitors" },
  { value: String(BookingCustomerType.NON_CLIENT), label: "Asked before" },
];

/** Who is written to after leaving a booking, when, and in which words. */
export const RecoveryDrawer = ({ onClose }: { onClose: () => void }) => {
  const found = useQuery(RecoveryMessageService.method.getRecoveryMessageSetting, {});
  const known = found.data?.setting;
  if (known) return <Form known={known} onSaved={() => void found.refetch()} onClose={onClose} />;
  return (
    <SideDrawer open title={TITLE} onClose={onClose}>
      <Box sx={{ p: 2.25 }}>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton variant="rounded" height={240} />
        )}
      </Box>
    </SideDrawer>
  );
};

type Props = { known: RecoveryMessageSetting; onSaved: () => void; onClose: () => void };

const Form = ({ known, onSaved, onClose }: Props) => {
  const update = useMutation(RecoveryMessageService.method.updateRecoveryMessageSetting, { meta: { success: "Recovery message saved" } });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const [on, type, wait] = useWatch({ control, name: ["isEnabled", "sendOutType", "wait"] });
  const onSave = async (values: Values) => {
    await update.mutateAsync(changeOf(values, known));
    onSaved();
  };
  return (
    <DrawerForm open title={TITLE} form={form} onSave={onSave} onClose={onClose} saveLabel="Save recovery message">
      <FormSwitch control={control} name="isEnabled" label="Write to people who leave before they send a request" />
      <Typography color="textSecondary">
        {on
          ? "Each gets one message, by text or email, with a link that opens their booking where they stopped. It skips anyone you contacted, who booked since, or who wants no messages. New visitors get a text only at a number they confirmed."
          : "Off. You can still call or write to them yourself."}
      </Typography>
      {on && (
        <>
          <FormSelect
            control={control}
            name="sendOutType"
            label="When"
            options={[
              { value: WAIT, label: "Some time after they left" },
              { value: DAYS, label: "At a time of day" },
            ]}
          />
          {type === WAIT && (
            <FormSelect
              control={control}
              name="wait"
              label="How long after"
              options={waitOptions(wait)}
              help="Between 9 PM and 8 AM it waits until 8 AM."
            />
          )}
          {type === DAYS && (
            <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: "1fr 1fr" }}>
              <FormSelect control={control} name="days" label="Days" options={daySets.map(({ value, label }) => ({ value, label }))} />
              <FormTime control={control} name="minute" label="Time" />
            </Box>
          )}
          <FormChips control={control} name="clientTypes" label="Who gets it" every="Everyone" options={clientOptions} />
          <FormChips control={control} name="abandonedSteps" label="Where they stopped" every="Anywhere" options={stepOptions} />
          <FormText
            control={control}
            name="message"
            label="Message"
            multiline
            minRows={4}
            help="{bookingLink} is replaced with the link, {customerName} with the client’s name and {businessName} with yours. Leave it empty to use our standard text."
          />
        </>
      )}
    </DrawerForm>
  );
};
