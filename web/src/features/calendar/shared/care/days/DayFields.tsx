import Box from "@mui/material/Box";
import { type Control, useWatch } from "react-hook-form";
import { FormSelect } from "../../../../../ui/form/fields.tsx";
import { FormDate } from "../../../../../ui/form/more-fields.tsx";
import { type DayValues, EVERY } from "./days.ts";

/** On which days of the stay something is given. */
export const DayFields = <T extends { days: DayValues }>({ control: given }: { control: Control<T> }) => {
  const control = given as unknown as Control<{ days: DayValues }>;
  const from = useWatch({ control, name: "days.firstDate" });
  const endProblem = (last: string): string | undefined => (last && from && last < from ? "Ends before it starts" : undefined);
  return (
    <>
      <FormSelect control={control} name="days.everyDays" label="Days" options={EVERY} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={control} name="days.firstDate" label="First day" help="Leave empty for the whole stay" />
        <FormDate control={control} name="days.lastDate" label="Last day" check={endProblem} {...(from && { min: from })} />
      </Box>
    </>
  );
};
