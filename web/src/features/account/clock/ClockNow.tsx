import { useMutation, useQuery } from "@connectrpc/connect-query";
import { ClockOperateType, type ClockStatus } from "@leashline/proto/leashline/account/v1/clock_pb.js";
import { ClockService } from "@leashline/proto/leashline/account/v1/clock_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { formatDuration } from "../../../ui/format/duration.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { ClockCode } from "./ClockCode.tsx";

const name = (one: ClockStatus): string => `${one.firstName} ${one.lastName}`.trim();

/** Where everybody stands today, and the button that clocks them in or out. */
export const ClockNow = () => {
  const format = useFormat();
  const canSet = useCan("accessBusinessSettings");
  const [asking, setAsking] = useState<ClockStatus>();
  const setting = useQuery(ClockService.method.getClockSetting);
  const statuses = useQuery(ClockService.method.listClockStatuses, {}, { enabled: setting.data?.setting?.enableClockInOut === true });
  const operate = useMutation(ClockService.method.clockInOut, { onSuccess: () => void statuses.refetch(), meta: { quiet: true } });
  const clock = (one: ClockStatus) => {
    if (one.requireAccessCode) setAsking(one);
    else
      operate.mutate(
        { staffId: one.staffId, operateType: one.isClockIn ? ClockOperateType.CLOCK_OUT : ClockOperateType.CLOCK_IN },
        { onError: (error) => toast.error(messageOf(error)) },
      );
  };
  if (setting.data && !setting.data.setting?.enableClockInOut)
    return (
      <EmptyState
        icon="clock"
        title="Time clock is off"
        text={canSet ? "Turn it on under Settings to track staff hours here." : "The owner can turn it on under Settings."}
      >
        {canSet && (
          <LinkButton to="/setting/staff/clock?view=settings" variant="contained" color="primary">
            Open the settings
          </LinkButton>
        )}
      </EmptyState>
    );
  const state = (one: ClockStatus) => (
    <StatusChip tone={one.isClockIn ? "ok" : "plain"}>{one.isClockIn ? "In" : one.isClockOut ? "Out" : "Not here yet"}</StatusChip>
  );
  const times = (one: ClockStatus): string => {
    if (!one.clockInTime) return "";
    return `${format.instant(one.clockInTime)} – ${one.clockOutTime && !one.isClockIn ? format.instant(one.clockOutTime) : "now"}`;
  };
  const button = (one: ClockStatus) => (
    <Button
      variant={one.isClockIn ? "outlined" : "contained"}
      color="primary"
      disabled={operate.isPending}
      aria-label={`Clock ${name(one)} ${one.isClockIn ? "out" : "in"}`}
      onClick={() => clock(one)}
    >
      {one.isClockIn ? "Clock out" : "Clock in"}
    </Button>
  );
  const columns: Column<ClockStatus>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, fontWeight: 600 }}>
          <Avatar name={name(one)} id={one.staffId} size={28} />
          {name(one)}
        </Box>
      ),
    },
    { key: "state", header: "State", cell: state },
    { key: "times", header: "Last in and out", cell: (one) => times(one) || "–" },
    { key: "sum", header: "Today", align: "right", cell: (one) => formatDuration(one.workedMinutes) },
    { key: "do", header: "", align: "right", cell: button },
  ];
  return (
    <>
      <DataList
        label="Who is in"
        rows={statuses.data?.statuses}
        rowKey={(one) => one.staffId}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ display: "flex", gap: 1 }}>
                <Typography variant="subtitle1" noWrap>
                  {name(one)}
                </Typography>
                {state(one)}
              </Box>
              <Typography color="textSecondary">{[times(one), formatDuration(one.workedMinutes)].filter(Boolean).join(" · ")}</Typography>
            </Box>
            {button(one)}
          </Box>
        )}
        error={setting.error ?? statuses.error}
        onRetry={() => void Promise.all([setting.refetch(), statuses.refetch()])}
        empty={<EmptyState icon="clock" title="Nobody works here" text="Staff of this location clock in and out here." />}
      />
      {asking && (
        <ClockCode
          name={name(asking)}
          out={asking.isClockIn}
          onClose={() => setAsking(undefined)}
          onCode={(accessCode) =>
            operate.mutateAsync({
              staffId: asking.staffId,
              operateType: asking.isClockIn ? ClockOperateType.CLOCK_OUT : ClockOperateType.CLOCK_IN,
              accessCode,
            })
          }
        />
      )}
    </>
  );
};
