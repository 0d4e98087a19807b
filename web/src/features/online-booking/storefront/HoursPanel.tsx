import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { UseFormReturn } from "react-hook-form";
import { Icon } from "../../../ui/icons.tsx";
import { TimeField } from "../../../ui/inputs/TimeField.tsx";
import { type DayHours, weekOf } from "../../../ui/landing/landing-facts.ts";
import { Section } from "../../../ui/page/Section.tsx";
import type { Values } from "./landing-values.ts";

const MOST_A_DAY = 4;
const nextOn = (day: number, ranges: readonly DayHours[]): DayHours => {
  const last = ranges.at(-1);
  return last
    ? { day, startTime: Math.min(last.endTime + 60, 1380), endTime: Math.min(last.endTime + 240, 1440) }
    : { day, startTime: 540, endTime: 1020 };
};

/** When the place is open, as clients read it. Stays and daycare keep to it; what else can be booked follows from who works when. */
export const HoursPanel = ({ form }: { form: UseFormReturn<Values> }) => {
  const hours = form.watch("hours");
  const set = (next: DayHours[]) => form.setValue("hours", next, { shouldDirty: true });
  const change = (old: DayHours, to: Partial<DayHours>) => set(hours.map((one) => (one === old ? { ...one, ...to } : one)));
  return (
    <Section title="Opening hours">
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Clients read these hours on your page. Boarding and daycare can be dropped off and picked up only within them. All other times that
        clients can book follow from your team's working hours.
      </Typography>
      <Box sx={{ display: "grid", gap: 1.5 }}>
        {weekOf(hours).map(({ day, name, ranges }) => (
          <Box key={name} sx={{ display: "flex", gap: 1.5, alignItems: "flex-start" }}>
            <Typography sx={{ width: 96, flex: "none", pt: 1 }}>{name}</Typography>
            <Box sx={{ display: "grid", gap: 1, flex: 1 }}>
              {ranges.map((range, at) => (
                <Box key={`${range.startTime}-${range.endTime}`} sx={{ display: "flex", gap: 1, alignItems: "center" }}>
                  <TimeField
                    size="small"
                    aria-label={`${name} from`}
                    value={range.startTime}
                    onChange={(to) => to !== undefined && change(range, { startTime: to })}
                  />
                  <Typography>to</Typography>
                  <TimeField
                    size="small"
                    aria-label={`${name} until`}
                    value={range.endTime}
                    onChange={(to) => to !== undefined && change(range, { endTime: to })}
                  />
                  <IconButton aria-label={`Remove hours ${at + 1} of ${name}`} onClick={() => set(hours.filter((one) => one !== range))}>
                    <Icon name="close" />
                  </IconButton>
                </Box>
              ))}
              {ranges.length < MOST_A_DAY && (
                <Button
                  variant="text"
                  size="small"
                  aria-label={ranges.length === 0 ? `Open on ${name}` : `More hours on ${name}`}
                  onClick={() => set([...hours, nextOn(day, ranges)])}
                  sx={{ justifySelf: "start" }}
                >
                  {ranges.length === 0 ? "Closed · add hours" : "Add hours"}
                </Button>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Section>
  );
};
