import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { type DateOverride, DateOverrideList, type DayHours } from "@leashline/proto/leashline/calendar/v1/schedule_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { limitsWords } from "./hours.ts";
import { useMaySetHours } from "./may-set-hours.ts";
import { OverrideForm } from "./OverrideForm.tsx";
import { saidOfHours } from "./said-of-hours.ts";

const hoursText = ({ hours }: DateOverride, format: Format): string =>
  hours?.isAvailable ? [timesText(hours, format), limitsWords(hours.limitationGroups.length, "")].filter(Boolean).join(" · ") : "Day off";

const timesText = (hours: DayHours, format: Format): string =>
  hours.timeRange.map(({ startTime, endTime }) => format.range(startTime, endTime)).join(", ") ||
  hours.slots.map(({ startTime, capacity }) => `${format.minutes(startTime)} (${capacity})`).join(", ");

/** Days on which a person works other hours than usual, or not at all. */
export const Overrides = ({ staffId, name }: { staffId: string; name: string }) => {
  const format = useFormat();
  const may = useMaySetHours(staffId);
  const [list, setList] = useState(DateOverrideList.ONGOING);
  const [open, setOpen] = useState<DateOverride | "new">();
  const overrides = useInfiniteQuery(
    StaffScheduleService.method.listDateOverrides,
    { staffId, list, pageToken: "" },
    { pageParamKey: "pageToken", getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined },
  );
  const rows = overrides.data?.pages.flatMap((page) => page.overrides);
  const reload = () => void overrides.refetch();
  const remove = useMutation(StaffScheduleService.method.deleteDateOverrides, {
    onSuccess: (done) => {
      saidOfHours("Back to the usual hours", { staffId }, done);
      reload();
    },
  });
  const drop = ({ date }: DateOverride) => date && remove.mutate({ staffId, dates: [date] });
  return (
    <Section
      title={`Other hours for ${name} on certain days`}
      {...(may && {
        action: (
          <Button startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
            Add days
          </Button>
        ),
      })}
    >
      <ToggleButtonGroup
        exclusive
        size="small"
        value={list}
        onChange={(_, next) => next && setList(next)}
        aria-label="Which days"
        sx={{ mb: 1 }}
      >
        <ToggleButton value={DateOverrideList.ONGOING}>From today</ToggleButton>
        <ToggleButton value={DateOverrideList.HISTORY}>Past</ToggleButton>
      </ToggleButtonGroup>
      {overrides.error && !overrides.data && <ErrorState compact error={overrides.error} onRetry={reload} />}
      {!overrides.data && !overrides.error && <RowsSkeleton rows={2} height={40} />}
      {rows?.length === 0 && (
        <Typography color="textSecondary">
          {list === DateOverrideList.HISTORY || !may ? "None." : "None. Holidays, a long Saturday, a day off: add them here."}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows?.map((one) => (
          <Box
            component="li"
            key={format.day(one.date)}
            sx={{
              display: "flex",
              alignItems: "center",
              gap: 1,
              minHeight: 40,
              borderTop: 1,
              borderColor: "lineSoft",
              "&:first-of-type": { borderTop: 0 },
            }}
          >
            <Typography sx={{ width: 130, flex: "none" }}>{format.shortDay(one.date)}</Typography>
            <Typography sx={{ flex: 1 }} color={one.hours?.isAvailable ? "textPrimary" : "textSecondary"}>
              {hoursText(one, format)}
            </Typography>
            {may && list !== DateOverrideList.HISTORY && (
              <IconButton aria-label={`Change ${format.shortDay(one.date)}`} onClick={() => setOpen(one)}>
                <Icon name="edit" sx={{ width: 16, height: 16 }} />
              </IconButton>
            )}
            {may && (
              <IconButton aria-label={`Back to the usual hours on ${format.shortDay(one.date)}`} onClick={() => drop(one)}>
                <Icon name="trash" sx={{ width: 16, height: 16 }} />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {overrides.hasNextPage && (
        <Button loading={overrides.isFetchingNextPage} onClick={() => void overrides.fetchNextPage()}>
          {list === DateOverrideList.HISTORY ? "Earlier days" : "Later days"}
        </Button>
      )}
      {open && (
        <OverrideForm
          staffId={staffId}
          name={name}
          known={open === "new" ? undefined : open}
          onClose={() => setOpen(undefined)}
          onSaved={reload}
        />
      )}
    </Section>
  );
};
