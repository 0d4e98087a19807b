import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import type { Check } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { ServiceValues } from "./service-values.ts";

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string => `${firstName} ${lastName}`.trim();

const isMinutes: Check = (value) => (/^\d{0,4}$/.test(value) && Number(value) <= 1440 ? undefined : "Minutes, up to 1440");

type Props = {
  control: Control<ServiceValues>;
  name: "staffTerms" | "locationTerms";
  /** "person" or "location". */
  what: string;
  options: readonly { value: string; label: string }[];
};

/** Prices and lengths of some people or locations, each of them once. */
const Terms = ({ control, name, what, options }: Props) => {
  const { fields, append, remove } = useFieldArray({ control, name });
  const taken = new Set(useWatch({ control, name }).map((one) => one.of));
  const left = options.filter((one) => !taken.has(one.value));
  const label = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  return (
    <Box role="group" aria-label={`By ${what}`} sx={{ display: "grid", gap: 1.25 }}>
      {fields.map((row, at) => (
        <Box
          key={row.id}
          role="group"
          aria-label={`${label} ${at + 1}`}
          sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr auto", md: "2fr 1fr 1fr auto" }, gap: 1.25, alignItems: "start" }}
        >
          <Box sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}>
            <FormSelect
              control={control}
              name={`${name}.${at}.of`}
              label={label}
              options={options.filter((one) => one.value === row.of || !taken.has(one.value))}
            />
          </Box>
          <FormMoney control={control} name={`${name}.${at}.price`} label="Own price" />
          <FormText control={control} name={`${name}.${at}.duration`} label="Own minutes" check={isMinutes} />
          <IconButton aria-label={`Remove ${what} ${at + 1}`} onClick={() => remove(at)}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {left.length > 0 && (
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          sx={{ justifySelf: "start" }}
          onClick={() => append({ of: left[0]?.value ?? "", price: "", duration: "" })}
        >
          Another price for a {what}
        </Button>
      )}
    </Box>
  );
};

/** What some people or locations charge and need instead of the service's own price and length. */
export const OwnTerms = ({ control }: { control: Control<ServiceValues> }) => {
  const businesses = useLocations();
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 500 }).data?.staff ?? [];
  return (
    <Section title="Other prices and times">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        A person’s own price and time win over the location’s. What you leave empty stays as usual.
      </Typography>
      <Box sx={{ display: "grid", gap: 1 }}>
        <Terms control={control} name="staffTerms" what="person" options={staff.map((one) => ({ value: one.id, label: nameOf(one) }))} />
        {businesses.length > 1 && (
          <Terms
            control={control}
            name="locationTerms"
            what="location"
            options={businesses.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
      </Box>
    </Section>
  );
};
