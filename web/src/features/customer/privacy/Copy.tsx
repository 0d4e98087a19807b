import { createConnectQueryKey } from "@connectrpc/connect-query";
import { PrivacyService } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormText } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { archiveOf } from "./archive.ts";

const privacy = clientFor(PrivacyService);

/** Everything kept of a client as one file to hand to them. */
export const Copy = ({ customerId, name }: { customerId: string; name: string }) => {
  const queries = useQueryClient();
  const { control, handleSubmit, reset, formState } = useForm({ defaultValues: { reason: "" } });
  const isSaid = useWatch({ control, name: "reason" }).trim() !== "";
  const download = handleSubmit(async ({ reason }) => {
    try {
      const exported = await privacy.exportPersonalData({ customerId, reason: reason.trim() });
      saveFile(`${name} - personal data.zip`, "application/zip", await archiveOf(exported));
      reset();
      await queries.invalidateQueries({ queryKey: createConnectQueryKey({ schema: PrivacyService, cardinality: undefined }) });
    } catch (error) {
      toast.error(messageOf(error));
    }
  });
  return (
    <Section title="Give a copy of their data">
      <Box sx={{ display: "grid", gap: 1.5, justifyItems: "start" }}>
        <Typography color="textSecondary">
          One zip file with everything you keep about {name}: profile, pets, notes, visits, bills, messages, agreements, and the photos and
          papers that go with them.
        </Typography>
        <FormText
          control={control}
          name="reason"
          fullWidth
          label="Why"
          placeholder="Asked by email on May 3"
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Button variant="outlined" loading={formState.isSubmitting} disabled={!isSaid} onClick={() => void download()}>
          Download
        </Button>
      </Box>
    </Section>
  );
};
