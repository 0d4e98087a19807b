import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { CompanyQuestionRecord } from "@leashline/proto/leashline/account/v1/company_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import { useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { AccountFrame } from "../shared/AccountFrame.tsx";
import { GOALS, LOCATIONS, STAFF, YEARS } from "../shared/questions.ts";

const valuesOf = (record: CompanyQuestionRecord | undefined) => ({
  staffCount: record?.staffCount ?? "",
  locationCount: record?.locationCount ?? "",
  yearsInBusiness: record?.yearsInBusiness ?? "",
  previousSoftware: record?.previousSoftware ?? "",
  referral: record?.referral ?? "",
  goals: record?.goals ?? [],
  note: record?.note ?? "",
});
type Values = ReturnType<typeof valuesOf>;

/** What the owner tells about the company, so that we can help. Every question may stay open. */
const Questionnaire = () => {
  const { business } = useInfo();
  const record = useQuery(CompanyService.method.getCompanyQuestionRecord, {}, { enabled: business !== undefined });
  return (
    <AccountFrame
      title="About your company"
      lead="A few questions to help us set things up. All of them are optional."
      back={business ? "/home" : "/account"}
      width={640}
    >
      {!business ? (
        <EmptyState icon="building" title="No company yet" text="Create your company first. The questions are about it.">
          <LinkButton to="/business/new-company" variant="contained" color="primary">
            Create a company
          </LinkButton>
        </EmptyState>
      ) : record.data ? (
        <Form {...(record.data.record && { known: record.data.record })} onSaved={() => void record.refetch()} />
      ) : record.error ? (
        <ErrorState error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <FormSkeleton fields={6} />
      )}
    </AccountFrame>
  );
};

const Form = ({ known, onSaved }: { known?: CompanyQuestionRecord; onSaved: () => void }) => {
  const store = useMutation(CompanyService.method.saveCompanyQuestionRecord);
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const onSave = useCallback(
    async (values: Values) => {
      await store.mutateAsync({ ...values, updateMask: { paths: Object.keys(values) } });
      toast.success("Thank you. Your answers are saved.");
      onSaved();
    },
    [store.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr 1fr" }, gap: 1.75 }}>
        <FormSelect control={control} name="staffCount" label="Team size" options={STAFF} />
        <FormSelect control={control} name="locationCount" label="How many locations" options={LOCATIONS} />
        <FormSelect control={control} name="yearsInBusiness" label="Years in business" options={YEARS} />
      </Box>
      <FormChips control={control} name="goals" label="What you want to get done first" every="Not sure yet" options={GOALS} />
      <FormText control={control} name="previousSoftware" label="What you used before" />
      <FormText control={control} name="referral" label="How did you hear about us?" />
      <FormText control={control} name="note" label="Anything else" multiline minRows={3} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        disabled={!dirty && !busy}
        loading={busy}
        sx={{ justifySelf: "end" }}
      >
        Save answers
      </Button>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default Questionnaire;
