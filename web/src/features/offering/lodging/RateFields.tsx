import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import type { LodgingType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import { type Control, useWatch } from "react-hook-form";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { required } from "../../../ui/format/validate.ts";

const AS_BOARDING = String(LodgingRateKind.UNSPECIFIED);
const MORE = "Extra per night";
const LESS = "Discount per night";
const KINDS = [
  { value: AS_BOARDING, label: "Same as boarding" },
  { value: String(LodgingRateKind.PRICE), label: "Its own price" },
  { value: String(LodgingRateKind.MORE), label: MORE },
  { value: String(LodgingRateKind.LESS), label: LESS },
];

export type RateValues = { rateKind: string; rateAmount: string };

export const rateValuesOf = (type?: LodgingType): RateValues => ({
  rateKind: String(type?.rate?.kind ?? LodgingRateKind.UNSPECIFIED),
  rateAmount: type?.rate ? amountText(type.rate.amount) : "",
});

export const rateOnWire = ({ rateKind, rateAmount }: RateValues, currencyCode: string) =>
  rateKind === AS_BOARDING ? {} : { rate: { kind: Number(rateKind) as LodgingRateKind, amount: parseMoney(rateAmount, currencyCode) } };

/** What a night in rooms of a type costs. */
export const RateFields = ({ control }: { control: Control<RateValues> }) => {
  const kind = useWatch({ control, name: "rateKind" });
  const said = kind !== AS_BOARDING;
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: said ? "1fr 1fr" : "1fr", gap: 1.5, alignItems: "start" }}>
      <FormSelect
        control={control}
        name="rateKind"
        label="Price"
        options={KINDS}
        help="For boarding priced per night. Stays that are booked keep their price."
      />
      {said && (
        <FormMoney
          control={control}
          name="rateAmount"
          label={kind === String(LodgingRateKind.PRICE) ? "Price per night" : kind === String(LodgingRateKind.MORE) ? MORE : LESS}
          check={required("An amount")}
        />
      )}
    </Box>
  );
};
