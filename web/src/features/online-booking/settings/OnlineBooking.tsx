import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type OnlineBookingSetting,
  OnlineBookingSettingService,
  SubmissionCheck,
} from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useCallback } from "react";
import { useForm } from "react-hook-form";
import { useParams } from "react-router";
import NotInThisVersion from "../../../app/routes/NotInThisVersion.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

import { usePageAddress } from "../shared/usePageAddress.ts";
import { BookingRules } from "./BookingRules.tsx";
import { ClientChanges } from "./ClientChanges.tsx";
import { OwnPlace } from "./OwnPlace.tsx";
import { OwnSite } from "./OwnSite.tsx";
import { PageName } from "./PageName.tsx";
import { StayRules } from "./StayRules.tsx";
import { changeOf, type Values, valuesOf } from "./setting-values.ts";

/** Its drawing library comes after the page. */
const PageCode = lazy(() => import("./PageCode.tsx"));

const checks = [
  { value: String(SubmissionCheck.PHONE_OR_EMAIL), label: "Their phone number or their email" },
  { value: String(SubmissionCheck.PHONE), label: "Their phone number" },
  { value: String(SubmissionCheck.EMAIL), label: "Their email" },
];

/** /online_booking/settings: whether clients can book online, where, and what they confirm first. */
const OnlineBooking = () => {
  const { panel } = useParams();
  const found = useQuery(OnlineBookingSettingService.method.getOnlineBookingSetting, {}, { enabled: panel === undefined });
  if (panel !== undefined) return <NotInThisVersion />;
  const known = found.data?.setting;
  const again = () => void found.refetch();
  return (
    <SettingsFrame title="Online booking" maxWidth={760}>
      {known ? (
        <Form key={known.revision} known={known} onSaved={again} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={again} />
      ) : (
        <FormSkeleton fields={3} />
      )}
    </SettingsFrame>
  );
};

type FormProps = { known: OnlineBookingSetting; onSaved: () => void };

const Form = ({ known, onSaved }: FormProps) => {
  const update = useMutation(OnlineBookingSettingService.method.updateOnlineBookingSetting, {
    meta: { success: "Online booking saved" },
  });
  const form = useForm<Values>({ defaultValues: valuesOf(known) });
  const { control } = form;
  const onSave = useCallback(
    async (values: Values) => {
      await update.mutateAsync({ ...changeOf(values, known), revision: known.revision });
      onSaved();
    },
    [known, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const { address, origin } = usePageAddress(known.bookOnlineName);
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title="Your booking page">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSwitch control={control} name="isEnable" label="Clients can book online" />
          <PageName control={control} />
          <CopyField label="Address of the page" value={address} help="For your website, your profiles and your messages" />
          <Suspense fallback={<Skeleton variant="rounded" width={120} height={120} />}>
            <PageCode key={address} address={address} name={known.bookOnlineName} />
          </Suspense>
          <TextLink to="/online_booking/landing_page/domain">Your own domain for this page</TextLink>
          <TextLink to="/online_booking/landing_page">What clients see before they book</TextLink>
          <TextLink to="/online_booking/new_settings/questions">What you ask them</TextLink>
          <TextLink to="/online_booking/availability">Who and what they can book</TextLink>
          <TextLink to="/online_booking/new_settings/automation">What is accepted automatically</TextLink>
          <TextLink to="/online_booking/new_settings/payment">What they pay with a request</TextLink>
          <TextLink to="/online_booking/new_settings/google">Booking from your profile on Google</TextLink>
          {known.isEnable && (
            <Button href={address} target="_blank" rel="noopener" sx={{ justifySelf: "start" }}>
              Open the booking page
            </Button>
          )}
        </Box>
      </Section>
      <OwnSite control={control} name={known.bookOnlineName} origin={origin} />
      <Section title="Before a request reaches you">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSelect control={control} name="submissionCheck" label="Clients confirm" options={checks} />
          <Typography color="textSecondary">
            They type a code that we send there, once in 180 days on each device. So nobody fills your calendar with fake requests, and what
            you write about a request goes to whoever made it. A code by text counts as one of your texts.
          </Typography>
        </Box>
      </Section>
      <BookingRules control={control} known={valuesOf(known)} />
      <StayRules control={control} known={valuesOf(known)} />
      <ClientChanges control={control} hours={known.changeNoticeHours} />
      <OwnPlace control={control} address={`${window.location.origin}/ol/${known.bookOnlineName}/me`} />
      <SaveBar label="Save online booking" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default OnlineBooking;
