import type { Agreement } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Box from "@mui/material/Box";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { EACH } from "../shared/agreements/kinds.ts";
import { type Values, valuesOf } from "./agreement-values.ts";
import { expiriesWith, mayEndOn, mayLastMonths, OWN_MONTHS, remindersWith } from "./agreement-words.ts";

const RENEWED =
  "If a visit is booked for after the signature runs out, the client is asked to sign again, at the earliest when half of this time has passed.";

const MONTHS = { htmlInput: { inputMode: "numeric", maxLength: 3 } } as const;

type Props = { form: UseFormReturn<Values>; before: Agreement | undefined; disabled: boolean };

/** How long a signature counts, and when whoever gave it hears that it runs out. */
export const AgreementEnding = ({ form: { control }, before, disabled }: Props) => {
  const [type, months, date] = useWatch({ control, name: ["agreementRequiredType", "expireMonths", "expireDate"] });
  const today = useFormat().now().date;
  const ends = months !== "0" || date !== "";
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.5 }}>
        <FormSelect
          control={control}
          name="expireMonths"
          label="A signature is valid"
          options={expiriesWith(before?.expireMonths)}
          help={months === "0" ? undefined : RENEWED}
          disabled={disabled}
        />
        {months === OWN_MONTHS && (
          <FormText control={control} name="ownMonths" label="Months" check={mayLastMonths} disabled={disabled} slotProps={MONTHS} />
        )}
        <FormDate
          control={control}
          name="expireDate"
          label="Valid no later than"
          check={(day) => mayEndOn(day, valuesOf(before).expireDate, today)}
          help="After this day everyone must sign again. Leave empty for no end date."
          disabled={disabled}
        />
      </Box>
      {ends && Number(type) !== EACH && (
        <FormSelect
          control={control}
          name="remindDaysBefore"
          label="Ask to sign again before it runs out"
          options={remindersWith(before?.remindDaysBefore)}
          help="At 10 in the morning, and once more on the day it runs out. It stops when it is signed."
          disabled={disabled}
        />
      )}
    </>
  );
};
