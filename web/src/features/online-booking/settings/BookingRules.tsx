import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import type { Control } from "react-hook-form";
import { choicesWith } from "../../../ui/form/choices.ts";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { windowText } from "../../../ui/policy/agreed-policy.ts";
import { ArrivalWindow } from "./ArrivalWindow.tsx";
import { CareAccepted, WHO } from "./CareAccepted.tsx";
import { inWords, type Values } from "./setting-values.ts";

const SOONEST = ["The same day", "The next day", "2 days later", "3 days later", "4 days later", "5 days later"].map((label, days) => ({
  value: String(days),
  label,
}));
const FARTHEST = [30, 60, 90, 180, 270, 365].map((days) => ({ value: String(days), label: `${days} days ahead` }));
const BUSY = [
  { value: "0", label: "All of them" },
  ...[25, 40, 50].map((share) => ({ value: String(share), label: `About ${share}% fewer` })),
];

const promised = (hours: number): string => (hours === 0 ? "No set time" : windowText(hours));

/** Who may book, from when to when, in which steps, and what happens then. */
export const BookingRules = ({ control, known }: { control: Control<Values>; known: Values }) => (
  <Section title="What clients can book">
    <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
      <FormSelect control={control} name="acceptedClientType" label="Who can book" options={WHO} />
      <FormSelect
        control={control}
        name="noticeMinutes"
        label="Notice before the start"
        options={choicesWith([0, 30, 60, 120, 240, 480, 720, 1440, 2880], known.noticeMinutes, inWords)}
      />
      <FormSelect control={control} name="soonestAvailable" label="First day" options={SOONEST} />
      <FormSelect control={control} name="farthestAvailable" label="Last day" options={FARTHEST} />
      <FormSelect
        control={control}
        name="timeslotLength"
        label="Offer a start every"
        options={choicesWith([15, 20, 30, 45, 60, 90, 120], known.timeslotLength, inWords)}
      />
      <FormSelect
        control={control}
        name="busyFilter"
        label="Openings clients see"
        help="Showing fewer makes the day look busier. You still see and book every opening."
        options={BUSY}
      />
      <FormSelect
        control={control}
        name="requestPromiseHours"
        label="You answer requests within"
        help="A request that waits longer is marked as late, and you get an email. This applies to new requests."
        options={choicesWith([0, 2, 4, 8, 12, 24, 48, 72], known.requestPromiseHours, promised)}
      />
      <ArrivalWindow control={control} known={known} />
      <CareAccepted control={control} known={known} />
      <FormSwitch control={control} name="staffSelection" label="Clients choose the groomer" />
      <Box>
        <FormSwitch control={control} name="onlyInServiceAreas" label="Visit clients only inside your service areas" />
        <FormHelperText>
          For walks, and for grooming if you work from a van. Requests from addresses that can’t be found on the map still come in, and are
          never accepted automatically.
        </FormHelperText>
      </Box>
      <Box sx={{ gridColumn: "1 / -1" }}>
        <FormText
          control={control}
          name="cancellationPolicy"
          label="Cancellation policy"
          help="Clients read it before they book."
          multiline
          minRows={3}
          fullWidth
          slotProps={{ htmlInput: { maxLength: 4000 } }}
        />
      </Box>
    </Box>
  </Section>
);
