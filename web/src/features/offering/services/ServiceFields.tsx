import { useQuery } from "@connectrpc/connect-query";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import type { CareType } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import { CategoryService } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { UseFormReturn } from "react-hook-form";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { formatDuration } from "../../../ui/format/duration.ts";
import { type Check, required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SHOWN_PRICES } from "../shared/shown-prices.ts";
import { taxOptions } from "../shared/starting-tax.ts";
import { EvaluationFields } from "./EvaluationFields.tsx";
import { OwnTerms } from "./OwnTerms.tsx";
import { PolicyFields } from "./rules/PolicyFields.tsx";
import { ServiceRules } from "./rules/ServiceRules.tsx";
import type { ServiceValues } from "./service-values.ts";
import { CLASS_UNITS, STAY_UNITS, UNITS } from "./units.ts";
import { WhoMayHaveIt } from "./WhoMayHaveIt.tsx";

const isMinutes: Check = (value) => (/^\d{1,4}$/.test(value) && Number(value) <= 1440 ? undefined : "Minutes, up to 1440");
const two = { display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 };

type Props = { form: UseFormReturn<ServiceValues>; careType: CareType; id: string };

export const ServiceFields = ({ form, careType, id }: Props) => {
  const isClass = careType.serviceItemType === "GROUP_CLASS";
  const isStay = careType.serviceItemType === "BOARDING";
  const { control, watch } = form;
  const categories = useQuery(CategoryService.method.listCategories, { careType: careType.serviceItemType }).data?.categories ?? [];
  const taxes = useQuery(TaxService.method.listTaxRules).data?.taxRules ?? [];
  const [minutes, priceUnit] = [Number(watch("duration")), watch("priceUnit")];
  return (
    <>
      <Section title="Service">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormText control={control} name="name" label="Name" check={required("The name")} />
          <FormText control={control} name="description" label="Description for clients" multiline minRows={2} />
          <Box sx={two}>
            <FormSelect
              control={control}
              name="categoryId"
              label="Category"
              options={[{ value: "0", label: "None" }, ...categories.map((one) => ({ value: one.id, label: one.name }))]}
            />
            {!isStay && (
              <FormText
                control={control}
                name="duration"
                label={isClass ? "Minutes of a session" : "Duration in minutes"}
                check={isMinutes}
                help={minutes >= 60 ? formatDuration(minutes) : undefined}
              />
            )}
          </Box>
          <FormColour control={control} name="colorCode" label="Color" />
        </Box>
      </Section>
      <Section title="Price and tax">
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "1fr 1fr 1.4fr" }, gap: 1.75 }}>
          <FormMoney control={control} name="price" label="Price" check={required("The price")} />
          <FormSelect
            control={control}
            name="priceUnit"
            label="Charged for"
            options={isClass ? CLASS_UNITS : isStay ? STAY_UNITS : UNITS}
            help={isStay && priceUnit === String(PriceUnit.PER_SESSION) ? "A stay of any length costs this once for each pet." : undefined}
          />
          <Box sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}>
            <FormSelect control={control} name="taxId" label="Tax" options={taxOptions(taxes)} />
          </Box>
        </Box>
      </Section>
      <ServiceRules control={control} careType={careType.serviceItemType} id={id} />
      <OwnTerms control={control} />
      <WhoMayHaveIt control={control} />
      <EvaluationFields control={control} careType={careType.serviceItemType} />
      {!isClass && <PolicyFields control={control} careType={careType.serviceItemType} />}
      <Section title="Online and at checkout">
        <Box sx={{ display: "grid" }}>
          <Box sx={{ ...two, pb: 1 }}>
            <FormSelect control={control} name="showBasePrice" label="Price on your booking page" options={SHOWN_PRICES} />
          </Box>
          <FormSwitch control={control} name="bookOnlineAvailable" label="Can be booked online" />
          {isStay ? null : isClass ? (
            <Typography color="textSecondary">
              Your booking page shows its classes with their dates and the places that are left.
            </Typography>
          ) : (
            <FormSwitch control={control} name="showDuration" label="Show how long it takes on your booking page" />
          )}
          <FormSwitch control={control} name="canTip" label="Count it when a tip is a percentage of the bill" />
          <FormSwitch control={control} name="inactive" label="Inactive: kept, but can't be booked" />
        </Box>
      </Section>
    </>
  );
};
