import { useMutation, useQuery } from "@connectrpc/connect-query";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { Location } from "@leashline/proto/leashline/account/v1/location_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import Box from "@mui/material/Box";
import { type FormEvent, useCallback } from "react";
import { Controller } from "react-hook-form";
import { useParams } from "react-router";
import { AddressLine } from "../../../app/address/AddressLine.tsx";
import { refreshSession } from "../../../app/session/session-api.ts";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormFind } from "../../../ui/form/FormChoice.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { email, required, url } from "../../../ui/format/validate.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { zoneChoices } from "../shared/zones.ts";
import { KINDS, SOCIAL, SOCIAL_NAMES, TYPE_BY_NAME, type Values, valuesOf } from "./location-values.ts";
import { StorefrontShows } from "./StorefrontShows.tsx";

const LocationEdit = () => {
  const { id, type } = useParams();
  const location = useQuery(LocationService.method.getLocation, { id: id ?? "0" }, { enabled: id !== undefined });
  const known = location.data?.location;
  return (
    <SettingsFrame title={id ? (known?.name ?? "Location") : "New location"} back="/setting/business">
      {!id || known ? (
        <Form
          key={known?.id ?? "new"}
          {...(known && { known })}
          type={TYPE_BY_NAME[type ?? ""] ?? "1"}
          onSaved={() => void location.refetch()}
        />
      ) : location.error ? (
        <ErrorState error={location.error} onRetry={() => void location.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, type, onSaved }: { known?: Location; type: string; onSaved: () => void }) => {
  const { zone, country } = usePreferences();
  const go = useGo();
  const options = useQuery(BusinessService.method.getBusinessOptions).data;
  const create = useMutation(LocationService.method.createLocation);
  const update = useMutation(LocationService.method.updateLocation);
  const [form, theirs] = useLiveForm<Values>(valuesOf(known, type, zone));
  const { control } = form;
  const onSave = useCallback(
    async (values: Values) => {
      const { facebook, instagram, google, yelp, tiktok, address1, address2, city, state, zipcode, lat, lng, businessType, ...rest } =
        values;
      const { country: written, ...plain } = rest;
      const countryName = written || (options?.countries.find((one) => one.countryAlpha2Code === country)?.country ?? "");
      const coordinate = lat && lng ? { latitude: Number(lat), longitude: Number(lng) } : undefined;
      const body = {
        ...plain,
        businessType: Number(businessType),
        address: { address1, address2, city, state, zipcode, country: countryName, ...(coordinate && { coordinate }) },
        socialLinks: { facebook, instagram, google, yelp, tiktok },
      };
      if (known) await update.mutateAsync({ ...body, id: known.id, version: known.version });
      else await create.mutateAsync(body);
      await refreshSession();
      toast.success(known ? "Location saved" : "Location added");
      onSaved();
    },
    [known, options, country, create.mutateAsync, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const saveAndLeave = async (event: FormEvent) => {
    if (known) return submit(event);
    event.preventDefault();
    if (await save()) go("/setting/business");
  };
  const two = { display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 };
  return (
    <Box component="form" noValidate onSubmit={saveAndLeave} sx={{ display: "grid", gap: 2 }}>
      <Section title="Location">
        <Box sx={{ mb: 2 }}>
          <Controller
            control={control}
            name="avatarPath"
            render={({ field }) => (
              <PictureField
                name={known?.name ?? "New location"}
                value={field.value}
                onChange={field.onChange}
                {...(known && { id: known.id })}
              />
            )}
          />
        </Box>
        <Box sx={two}>
          <FormText control={control} name="name" label="Name" check={required("The name")} />
          <FormSelect control={control} name="businessType" label="Kind" options={KINDS} />
          <FormPhone control={control} name="contactPhoneNumber" label="Phone" />
          <FormText control={control} name="contactEmail" label="Email" type="email" check={email} />
          <FormText control={control} name="website" label="Website" check={url} placeholder="https://" />
          <FormFind
            control={control}
            name="timezoneName"
            label="Time zone"
            options={zoneChoices(options, country, known?.timezoneName ?? zone)}
          />
        </Box>
      </Section>
      <Section title="Address">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <AddressLine control={control} />
          <FormText control={control} name="address2" label="Suite, unit" />
          <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "2fr 1fr 1fr" }, gap: 1.75 }}>
            <FormText control={control} name="city" label="City" />
            <FormText control={control} name="state" label={country === "GB" ? "County" : "State"} />
            <FormText control={control} name="zipcode" label={country === "US" ? "ZIP code" : "Postcode"} />
          </Box>
        </Box>
      </Section>
      <Section title="On the web">
        <Box sx={two}>
          {SOCIAL_NAMES.map((name) => (
            <FormText key={name} control={control} name={name} label={SOCIAL[name]} check={url} placeholder="https://" />
          ))}
        </Box>
      </Section>
      {known && <StorefrontShows known={known} onSaved={onSaved} />}
      <Overtaken fields={theirs} />
      <SaveBar label={known ? "Save location" : "Add location"} dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default LocationEdit;
