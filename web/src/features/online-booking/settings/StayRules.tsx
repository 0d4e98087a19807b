import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { choicesWith } from "../../../ui/form/choices.ts";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { windowText } from "../../../ui/policy/agreed-policy.ts";
import type { Values } from "./setting-values.ts";

const NIGHTS = [1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60, 90, 180];
const HOURS = [0, 2, 6, 12, 24, 48, 72, 168];

const hours = (one: number): string => (one === 0 ? "None" : windowText(one));
const nights = (one: number): string => plural(one, "night");

/** How long a stay may be that is booked online, how soon it may begin, and when pets come and go; those who come for the day, too. */
export const StayRules = ({ control, known }: { control: Control<Values>; known: Values }) => (
  <Section title="Boarding and daycare online">
    <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
      <Typography color="textSecondary" sx={{ gridColumn: "1 / -1" }}>
        Clients choose their nights or days and see which are full. Rooms are held while they book, places of daycare from when they ask,
        and both until you decide. Daycare pets are dropped off within the same times.
      </Typography>
      <FormSelect control={control} name="stayMinNights" label="Shortest stay" options={choicesWith(NIGHTS, known.stayMinNights, nights)} />
      <FormSelect control={control} name="stayMaxNights" label="Longest stay" options={choicesWith(NIGHTS, known.stayMaxNights, nights)} />
      <FormSelect
        control={control}
        name="stayNoticeHours"
        label="Notice before drop-off"
        options={choicesWith(HOURS, known.stayNoticeHours, hours)}
      />
      <Box />
      <FormTime control={control} name="stayArrivalFrom" label="Drop-off from" />
      <FormTime control={control} name="stayArrivalTo" label="Drop-off until" />
      <FormTime control={control} name="stayDepartureFrom" label="Pick-up from" />
      <FormTime control={control} name="stayDepartureTo" label="Pick-up until" />
    </Box>
  </Section>
);
