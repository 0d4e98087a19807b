import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import type { FormEventHandler } from "react";
import { Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { FormFind } from "../../../ui/form/FormChoice.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { APP_TYPES, CARE_TYPES } from "../../offering/shared/care-types.ts";
import { zoneChoices } from "../shared/zones.ts";
import { type CompanyValues, type Options, Section, tile, two, useProposals } from "./company-form-parts.tsx";
import { Questions } from "./Questions.tsx";

type Props = { form: UseFormReturn<CompanyValues>; options: Options; busy: boolean; onSubmit: FormEventHandler };

export const CompanyForm = ({ form, options, busy, onSubmit }: Props) => {
  const { control } = form;
  const [country, state, zone] = useWatch({ control, name: ["country", "state", "timezoneName"] });
  useProposals(form, options, { country, state });
  return (
    <Box component="form" noValidate onSubmit={onSubmit}>
      <Section title="Your business">
        <FormText
          control={control}
          name="companyName"
          label="Business name"
          autoComplete="organization"
          autoFocus
          check={required("The name")}
        />
        <FormText
          control={control}
          name="businessName"
          label="Name of this location (optional)"
          help="Clients see it. If you leave it empty, they see the business name."
        />
        <Controller
          control={control}
          name="appType"
          render={({ field }) => (
            <Box
              role="radiogroup"
              aria-label="Where you work"
              sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "repeat(3, 1fr)" }, gap: 1 }}
            >
              {APP_TYPES.map((type) => {
                const on = field.value === String(type.value);
                return (
                  <ButtonBase
                    key={type.value}
                    role="radio"
                    aria-checked={on}
                    onClick={() => field.onChange(String(type.value))}
                    sx={tile(on)}
                  >
                    <Typography variant="subtitle2">{type.label}</Typography>
                    <Typography variant="body2" color="textSecondary">
                      {type.text}
                    </Typography>
                  </ButtonBase>
                );
              })}
            </Box>
          )}
        />
      </Section>
      <Section title="What you offer">
        <Typography color="textSecondary">
          We add starter services for these to your catalog. You can edit them. Boarding needs rooms first: your set-up list leads to them.
        </Typography>
        <Controller
          control={control}
          name="careTypes"
          rules={{ validate: (chosen) => chosen.length > 0 || "Choose at least one" }}
          render={({ field, fieldState }) => (
            <>
              <Box
                role="group"
                aria-label="Care types"
                sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(3, 1fr)" }, gap: 1 }}
              >
                {CARE_TYPES.map((type) => {
                  const on = field.value.includes(type.id);
                  const toggled = on ? field.value.filter((one) => one !== type.id) : [...field.value, type.id];
                  return (
                    <ButtonBase
                      key={type.id}
                      aria-pressed={on}
                      onClick={() => field.onChange(toggled)}
                      sx={{ ...tile(on), display: "flex", justifyContent: "flex-start", gap: 1 }}
                    >
                      <Icon name={type.icon} />
                      <Typography variant="subtitle2">{type.label}</Typography>
                    </ButtonBase>
                  );
                })}
              </Box>
              {fieldState.error && (
                <Typography role="alert" color="error">
                  {fieldState.error.message}
                </Typography>
              )}
            </>
          )}
        />
      </Section>
      <Section title="Where and how to reach you">
        <Box sx={two}>
          <FormSelect
            control={control}
            name="country"
            label="Country"
            options={options.countries.map((one) => ({ value: one.countryAlpha2Code, label: one.country }))}
          />
          <FormPhone control={control} name="phoneNumber" label="Phone" country={country} />
        </Box>
        <FormText control={control} name="address1" label="Address" autoComplete="address-line1" />
        <FormText control={control} name="address2" label="Suite, unit (optional)" autoComplete="address-line2" />
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "2fr 1fr 1fr" }, gap: 1.75 }}>
          <FormText control={control} name="city" label="City" autoComplete="address-level2" />
          <FormText control={control} name="state" label={country === "GB" ? "County" : "State"} autoComplete="address-level1" />
          <FormText control={control} name="zipcode" label={country === "US" ? "ZIP code" : "Postcode"} autoComplete="postal-code" />
        </Box>
      </Section>
      <Section title="Money and time">
        <Box sx={two}>
          <FormSelect
            control={control}
            name="currencyCode"
            label="Currency"
            options={options.currencies.map((one) => ({
              value: one.currencyCode,
              label: `${one.currencyCode} · ${one.currencySymbol} ${one.name}`,
            }))}
          />
          <FormFind control={control} name="timezoneName" label="Time zone" options={zoneChoices(options, country, zone)} />
        </Box>
      </Section>
      <Questions control={control} />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={busy}>
        Create and open the calendar
      </Button>
    </Box>
  );
};
