import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { SettingOption } from "@leashline/proto/leashline/account/v1/business_pb.js";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { Company, CompanyPreference } from "@leashline/proto/leashline/account/v1/company_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import { refreshSession } from "../../../app/session/session-api.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormFind } from "../../../ui/form/FormChoice.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { zoneChoices } from "../shared/zones.ts";

/** The company: its name, and how it writes dates, times, numbers and weights. */
const GeneralSettings = () => {
  const company = useQuery(CompanyService.method.getCompany);
  const preference = useQuery(CompanyService.method.getCompanyPreference);
  const error = company.error ?? preference.error;
  const reload = async () => {
    await Promise.all([company.refetch(), preference.refetch(), refreshSession()]);
  };
  return (
    <SettingsFrame title="General">
      {company.data?.company && preference.data?.preference ? (
        <Form company={company.data.company} preference={preference.data.preference} onSaved={reload} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void reload()} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

const valuesOf = (company: Company, preference: CompanyPreference) => ({
  companyName: company.companyName,
  dateFormatType: String(preference.dateFormatType),
  timeFormatType: String(preference.timeFormatType),
  numberFormatType: String(preference.numberFormatType),
  calendarFormatType: String(preference.calendarFormatType),
  unitOfWeightType: String(preference.unitOfWeightType),
  unitOfDistanceType: String(preference.unitOfDistanceType),
  currencyCode: preference.currencyCode,
  countryAlpha2Code: preference.countryAlpha2Code,
  timezoneName: preference.timezoneName,
  notificationSoundEnable: preference.notificationSoundEnable,
});
type Values = ReturnType<typeof valuesOf>;

const choicesOf = (options: SettingOption[] | undefined) =>
  (options ?? []).map((option) => ({ value: String(option.value), label: option.label }));

const Form = ({ company, preference, onSaved }: { company: Company; preference: CompanyPreference; onSaved: () => Promise<void> }) => {
  const options = useQuery(BusinessService.method.getBusinessOptions).data;
  const rename = useMutation(CompanyService.method.updateCompany);
  const update = useMutation(CompanyService.method.updateCompanyPreference);
  const [form, theirs] = useLiveForm<Values>(valuesOf(company, preference));
  const { control } = form;
  const country = useWatch({ control, name: "countryAlpha2Code" });
  const onSave = useCallback(
    async ({ companyName, currencyCode, countryAlpha2Code, timezoneName, notificationSoundEnable, ...types }: Values) => {
      if (companyName !== company.companyName) await rename.mutateAsync({ companyName, version: company.version });
      await update.mutateAsync({
        currencyCode,
        countryAlpha2Code,
        timezoneName,
        notificationSoundEnable,
        dateFormatType: Number(types.dateFormatType),
        timeFormatType: Number(types.timeFormatType),
        numberFormatType: Number(types.numberFormatType),
        calendarFormatType: Number(types.calendarFormatType),
        unitOfWeightType: Number(types.unitOfWeightType),
        unitOfDistanceType: Number(types.unitOfDistanceType),
        version: preference.version,
      });
      await onSaved();
      toast.success("Settings saved");
    },
    [company, preference.version, rename.mutateAsync, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Company">
        <FormText control={control} name="companyName" label="Company name" check={required("The name")} />
      </Section>
      <Section title="Country and currency">
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
          <FormSelect
            control={control}
            name="countryAlpha2Code"
            label="Country"
            options={(options?.countries ?? []).map((one) => ({ value: one.countryAlpha2Code, label: one.country }))}
          />
          <FormSelect
            control={control}
            name="currencyCode"
            label="Currency"
            options={(options?.currencies ?? []).map((one) => ({
              value: one.currencyCode,
              label: `${one.currencyCode} · ${one.currencySymbol} ${one.name}`,
            }))}
          />
          <FormFind
            control={control}
            name="timezoneName"
            label="Time zone of new locations"
            options={zoneChoices(options, country, preference.timezoneName)}
          />
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          The currency changes only while there are no services and no orders yet.
        </Typography>
      </Section>
      <Section title="Formats">
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
          <FormSelect control={control} name="dateFormatType" label="Dates" options={choicesOf(options?.dateFormats)} />
          <FormSelect control={control} name="timeFormatType" label="Times" options={choicesOf(options?.timeFormats)} />
          <FormSelect control={control} name="numberFormatType" label="Numbers" options={choicesOf(options?.numberFormats)} />
          <FormSelect control={control} name="calendarFormatType" label="Week starts on" options={choicesOf(options?.calendarFormats)} />
          <FormSelect control={control} name="unitOfWeightType" label="Weight" options={choicesOf(options?.weightUnits)} />
          <FormSelect control={control} name="unitOfDistanceType" label="Distance" options={choicesOf(options?.distanceUnits)} />
        </Box>
        <Box sx={{ mt: 1 }}>
          <FormSwitch control={control} name="notificationSoundEnable" label="Sound with notifications" />
        </Box>
      </Section>
      <Overtaken fields={theirs} />
      <SaveBar label="Save settings" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default GeneralSettings;
