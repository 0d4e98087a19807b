import { type Lead, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCan } from "../../../app/session/session.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { stages } from "../shared/leads/lead-words.ts";
import { useLeadActs } from "../shared/leads/useLeadActs.ts";

const valuesOf = (lead: Lead) => ({
  stage: String(lead.stage),
  assignedStaffId: lead.assignedStaffId,
  nextStep: lead.nextStep,
  nextStepDate: lead.nextStepDate,
  lostReason: lead.lostReason,
});
const stageChoices = stages.map(({ value, label }) => ({ value: String(value), label }));

/** How far a lead has come, whose it is, and what comes next; for a lost one, why. */
export const LeadForm = ({ lead }: { lead: Lead }) => {
  const canEdit = useCan("editClient");
  const acts = useLeadActs();
  const people = [...useStaffNames()].filter(([id]) => id !== NO_STAFF).map(([value, label]) => ({ value, label }));
  const [form, theirs] = useLiveForm(valuesOf(lead));
  const { control } = form;
  const page = useFormPage(form, async ({ stage, lostReason, ...plain }) => {
    const lost = Number(stage) === LeadStage.LOST;
    const asked = lost ? { assignedStaffId: plain.assignedStaffId, lostReason } : plain;
    await acts.update.mutateAsync({ customerId: lead.customerId, version: lead.version, stage: Number(stage), ...asked });
    toast.success("Lead saved");
  });
  const lost = Number(form.watch("stage")) === LeadStage.LOST;
  return (
    <Section title="Status">
      <Box component="form" noValidate onSubmit={page.submit}>
        <Box
          component="fieldset"
          disabled={!canEdit}
          sx={{ border: 0, p: 0, m: 0, display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}
        >
          <FormSelect control={control} name="stage" label="Stage" options={stageChoices} disabled={!canEdit} />
          <FormSelect
            control={control}
            name="assignedStaffId"
            label="Assigned to"
            options={[{ value: "0", label: "Nobody" }, ...people]}
            disabled={!canEdit}
          />
          {lost ? (
            <FormText
              control={control}
              name="lostReason"
              label="Reason"
              check={(text) => (text.trim() ? undefined : "Say why this lead was lost")}
            />
          ) : (
            <>
              <FormText control={control} name="nextStep" label="Next step" />
              <FormDate control={control} name="nextStepDate" label="On" disabled={!canEdit} />
            </>
          )}
        </Box>
        <Overtaken fields={theirs} />
        {canEdit && (
          <Box sx={{ display: "flex", justifyContent: "flex-end", mt: 1.75 }}>
            <Button type="submit" variant="contained" color="primary" loading={page.busy}>
              Save lead
            </Button>
          </Box>
        )}
      </Box>
      <UnsavedGuard dirty={page.dirty} onSave={page.save} />
    </Section>
  );
};
