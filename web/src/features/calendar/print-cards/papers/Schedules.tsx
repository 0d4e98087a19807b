import type { CareSchedule } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { daysText } from "../../shared/care/days/days.ts";
import { type PrintSettings, shows } from "../print-settings.ts";
import { Fact } from "./Fact.tsx";

const cell = { textAlign: "left", border: "1px solid #999", px: 0.75, py: 0.25, verticalAlign: "top" } as const;
const amountOf = ({ amount, unit, name }: CareSchedule): string => [amount, unit, name].filter(Boolean).join(" ");

type Props = { schedules: { feeding: CareSchedule[]; medication: CareSchedule[] }; settings: PrintSettings; petName: string };

/** What a pet is fed and given: in one line, as a table, or both. */
export const Schedules = ({ schedules, settings, petName }: Props) => {
  const format = useFormat();
  const on = (name: string) => shows(settings, "feedingAndMedication", name);
  const times = (one: CareSchedule): string =>
    [one.times.map((time) => format.minutes(time)).join(", "), daysText(one, format.shortDay)].filter(Boolean).join(" · ");
  const compact = on("medicationCompactView");
  const line = (one: CareSchedule): string => `${amountOf(one)} at ${times(one)}`;
  return (
    <>
      {on("feedingSummaryCheckbox") && <Fact label="Feeding" text={schedules.feeding.map(line).join("; ")} />}
      {on("feedingTableCheckbox") && <Table what="Feeding" petName={petName} schedules={schedules.feeding} times={times} />}
      {on("medicationSummaryCheckbox") && <Fact label="Medication" text={schedules.medication.map(line).join("; ")} />}
      {on("medicationTableCheckbox") && (
        <Table what="Medication" petName={petName} schedules={schedules.medication} times={times} compact={compact} />
      )}
    </>
  );
};

type TableProps = {
  what: string;
  petName: string;
  schedules: readonly CareSchedule[];
  times: (one: CareSchedule) => string;
  compact?: boolean;
};

const Table = ({ what, petName, schedules, times, compact = false }: TableProps) => {
  if (schedules.length === 0) return null;
  const columns = compact ? [what, "Times"] : [what, "Times", "Instructions"];
  return (
    <Box component="table" aria-label={`${what} of ${petName}`} sx={{ width: 1, borderCollapse: "collapse" }}>
      <thead>
        <tr>
          {columns.map((name) => (
            <Box key={name} component="th" sx={cell}>
              {name}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {schedules.map((one) => (
          <tr key={one.careScheduleId}>
            <Box component="td" sx={cell}>
              {amountOf(one)}
            </Box>
            <Box component="td" sx={cell}>
              {times(one)}
            </Box>
            {!compact && (
              <Box component="td" sx={cell}>
                {one.instructions}
              </Box>
            )}
          </tr>
        ))}
      </tbody>
    </Box>
  );
};
