import { useQuery } from "@connectrpc/connect-query";
import type { ClockLog as Entry } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ClockEntry } from "./ClockEntry.tsx";

const SIZE = 50;
const start = { from: "", to: "", who: "", removed: "", page: "1" };

/** What was clocked in a span of days. Corrections are kept with what they changed. */
export const ClockLog = () => {
  const format = useFormat();
  const today = format.now().date;
  const wide = useCan("clockRecordsWorkingLocations");
  const everywhere = useCan("clockRecordsAllLocations");
  const canEdit = wide || everywhere;
  const [state, setState] = useQueryState(start);
  const { who } = state;
  const from = isoToDay(state.from) ? state.from : addDays(today, -30);
  const to = isoToDay(state.to) ? state.to : today;
  const removed = state.removed === "1";
  const at = Math.max(1, Number(state.page) || 1);
  const [open, setOpen] = useState<Entry | "new">();
  const people = useQuery(StaffService.method.listStaffByLocation, { includeInactive: true }).data?.staff ?? [];
  const logs = useQuery(ClockService.method.listClockLogs, {
    startDate: isoToDay(from),
    endDate: isoToDay(to),
    staffIds: who ? [who] : [],
    includeDeleted: removed,
    pageSize: SIZE,
    pageNum: at,
  });
  const name = (staffId: string): string => {
    const one = people.find((person) => person.id === staffId);
    return one ? `${one.firstName} ${one.lastName}`.trim() : "A former staff member";
  };
  const set = (change: Partial<typeof start>) => setState({ page: start.page, ...change });
  const hand = (one: Entry) =>
    one.deleted ? <StatusChip>Removed</StatusChip> : one.corrected && <StatusChip tone="info">By hand</StatusChip>;
  const worked = (one: Entry): string => (one.deleted ? "–" : formatDuration(one.workedMinutes));
  const times = (one: Entry): string =>
    `${format.instant(one.clockInTime)} – ${one.clockOutTime ? format.instant(one.clockOutTime) : "still in"}`;
  const columns: Column<Entry>[] = [
    { key: "who", header: "Name", cell: (one) => <Typography variant="subtitle2">{name(one.staffId)}</Typography> },
    { key: "when", header: "In and out", cell: times },
    { key: "note", header: "Note", cell: (one) => one.note || "–" },
    { key: "hand", header: "", cell: hand },
    { key: "sum", header: "Worked", align: "right", cell: worked },
  ];
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "160px 160px 200px auto 1fr" }, gap: 1.25, mb: 1.5 }}>
        <DateField size="small" label="From" value={from} max={to} onChange={(iso) => set({ from: iso })} />
        <DateField size="small" label="To" value={to} min={from} onChange={(iso) => set({ to: iso })} />
        <TextField
          select
          size="small"
          label="Who"
          value={who}
          onChange={(event) => set({ who: event.target.value })}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">Everybody</MenuItem>
          {people.map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {`${one.firstName} ${one.lastName}`.trim()}
            </MenuItem>
          ))}
        </TextField>
        <FormControlLabel
          control={<Switch size="small" checked={removed} onChange={(_, on) => set({ removed: on ? "1" : "" })} />}
          label="Show removed"
        />
        {canEdit && (
          <Button startIcon={<Icon name="plus" />} onClick={() => setOpen("new")} sx={{ justifySelf: { md: "end" } }}>
            Add entry
          </Button>
        )}
      </Box>
      <DataList
        label="Clock log"
        rows={logs.data?.logs}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <>
            <Box sx={{ display: "flex", gap: 1 }}>
              <Typography variant="subtitle1" sx={{ flex: 1 }}>
                {name(one.staffId)}
              </Typography>
              {hand(one)}
              <Typography>{worked(one)}</Typography>
            </Box>
            <Typography color="textSecondary">{times(one)}</Typography>
          </>
        )}
        onOpen={setOpen}
        error={logs.error}
        onRetry={() => void logs.refetch()}
        page={{ at, size: SIZE, total: logs.data?.total ?? 0, onChange: (page) => setState({ page: String(page) }, { push: true }) }}
        empty={<EmptyState icon="clock" title="No clock entries" text="Nobody clocked in here on these days." />}
      />
      {open && (
        <ClockEntry
          {...(open !== "new" && { entry: open })}
          people={people}
          canEdit={canEdit}
          onClose={() => setOpen(undefined)}
          onSaved={() => void logs.refetch()}
        />
      )}
    </>
  );
};
