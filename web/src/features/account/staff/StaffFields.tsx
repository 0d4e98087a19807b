import { useQuery } from "@connectrpc/connect-query";
import { RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useInfo, useLocations } from "../../../app/session/session.ts";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { email, required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import type { StaffValues } from "./staff-values.ts";

const isCode = (value: string) => (/^(\d{4,8})?$/.test(value) ? undefined : "4 to 8 digits");

const KINDS = [
  { value: "0", label: "Staff of this company" },
  { value: "3", label: "Enterprise staff" },
];
const ENTERPRISE_OWNER = 2;

export const StaffFields = ({ form, known }: { form: UseFormReturn<StaffValues>; known?: Staff }) => {
  const { control } = form;
  const businesses = useLocations();
  const { employeeCategory } = useInfo();
  const roles = useQuery(RoleService.method.listRoles).data?.roles ?? [];
  const isOwner = known?.employeeCategory === 1 || known?.employeeCategory === 2;
  const offered = roles.filter((role) => isOwner || !role.isOwnerRole).map((role) => ({ value: role.id, label: role.name }));
  return (
    <>
      <Section title="Person">
        <Box sx={{ mb: 2 }}>
          <Controller
            control={control}
            name="avatarPath"
            render={({ field }) => (
              <PictureField
                name={known ? `${known.firstName} ${known.lastName}`.trim() : "New"}
                value={field.value}
                onChange={field.onChange}
                {...(known && { id: known.id })}
              />
            )}
          />
        </Box>
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
          <FormText control={control} name="firstName" label="First name" check={required("First name")} />
          <FormText control={control} name="lastName" label="Last name" />
          <FormPhone control={control} name="phone" label="Phone" />
          <FormText control={control} name="email" label="Email" type="email" check={email} />
          <FormSelect
            control={control}
            name="roleId"
            label="Role"
            disabled={isOwner}
            options={offered}
            help={isOwner ? "The owner's role can't be changed." : "What they can see and do."}
          />
          {!known && employeeCategory === ENTERPRISE_OWNER && (
            <FormSelect
              control={control}
              name="employeeCategory"
              label="Works here as"
              options={KINDS}
              help="Enterprise staff join the enterprise when they accept their invite."
            />
          )}
          <FormText
            control={control}
            name="accessCode"
            label="Clock code"
            check={isCode}
            help="Used to clock in. Leave empty for none."
            autoComplete="off"
          />
          <FormDate control={control} name="hireDate" label="Works here since" />
          {known && (
            <FormDate
              control={control}
              name="fireDate"
              label="Last day of work"
              help="Leave empty while this person works here."
              check={(until) => (until && until < form.getValues("hireDate") ? "Before the first day" : undefined)}
            />
          )}
        </Box>
        <Box sx={{ mt: 1.75 }}>
          <FormColour control={control} name="colorCode" label="Color on the calendar" />
        </Box>
      </Section>
      <Section title="Where and how">
        {businesses.length > 1 && (
          <Controller
            control={control}
            name="businessIds"
            rules={{ validate: (chosen) => chosen.length > 0 || "Choose at least one location" }}
            render={({ field, fieldState }) => (
              <Box sx={{ mb: 1 }}>
                <Box role="group" aria-label="Locations" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
                  {businesses.map((place) => {
                    const on = field.value.includes(place.id);
                    const next = on ? field.value.filter((id) => id !== place.id) : [...field.value, place.id];
                    return (
                      <Chip
                        key={place.id}
                        label={place.name}
                        color={on ? "primary" : "default"}
                        aria-pressed={on}
                        disabled={isOwner}
                        onClick={() => field.onChange(next)}
                      />
                    );
                  })}
                </Box>
                {fieldState.error && (
                  <Typography role="alert" variant="body2" color="error">
                    {fieldState.error.message}
                  </Typography>
                )}
              </Box>
            )}
          />
        )}
        <Box sx={{ display: "grid" }}>
          <FormSwitch control={control} name="showOnCalendar" label="Show as a column on the calendar" />
          <FormSwitch control={control} name="bookOnlineAvailable" label="Can be booked online" />
          <FormSwitch control={control} name="allowLogin" label="May sign in, once invited" disabled={isOwner} />
          {known && <FormSwitch control={control} name="inactive" label="Inactive: kept, but can't be booked" disabled={isOwner} />}
        </Box>
        <Box sx={{ mt: 1 }}>
          <FormText control={control} name="note" label="Note" multiline minRows={2} />
        </Box>
      </Section>
    </>
  );
};
