import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type ClosedDate, ClosedDateService } from "@leashline/proto/leashline/account/v1/closed_date_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { ClosedDateForm } from "./ClosedDateForm.tsx";
import { Holidays } from "./Holidays.tsx";

const CLOSED = "closed_date";

/** Days on which this location takes no bookings: its own, and the public holidays it keeps. */
const ClosedDates = () => {
  const format = useFormat();
  const [open, setOpen] = useState<ClosedDate | "new">();
  const closed = useQuery(ClosedDateService.method.getClosedDates);
  const remove = useMutation(ClosedDateService.method.deleteClosedDate, { onSuccess: () => void closed.refetch() });
  const add = useMutation(ClosedDateService.method.addClosedDate, { onSuccess: () => void closed.refetch() });
  const rows = closed.data?.closedDates.filter((one) => one.type === CLOSED);
  const span = (one: ClosedDate): string => {
    const [from, to] = [format.day(one.startDate), format.day(one.endDate)];
    return !to || from === to ? from : `${from} – ${to}`;
  };
  const drop = (one: ClosedDate) => {
    const { startDate, endDate, description } = one;
    const undo = () => startDate && add.mutate({ startDate, description, ...(endDate && { endDate }) });
    remove.mutate({ id: one.id }, { onSuccess: () => toast.success("Closed date removed", { undo }) });
  };
  const columns: Column<ClosedDate>[] = [
    { key: "days", header: "Days", cell: span },
    { key: "why", header: "Why", cell: (one) => one.description || "–" },
    {
      key: "drop",
      header: "",
      align: "right",
      cell: (one) => (
        <IconButton aria-label={`Remove ${one.description || span(one)}`} onClick={() => drop(one)}>
          <Icon name="trash" sx={{ width: 17, height: 17 }} />
        </IconButton>
      ),
    },
  ];
  return (
    <SettingsFrame
      title="Closed dates"
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add days
        </Button>
      }
    >
      <Box sx={{ display: "grid", gap: 2 }}>
        <DataList
          label="Closed dates"
          rows={rows}
          rowKey={(one) => one.id}
          columns={columns}
          card={(one) => (
            <Box sx={{ display: "flex", alignItems: "center" }}>
              <Box sx={{ flex: 1 }}>
                <Typography variant="subtitle2">{span(one)}</Typography>
                <Typography color="textSecondary">{one.description}</Typography>
              </Box>
              <Icon name="edit" sx={{ color: "text.tertiary" }} />
            </Box>
          )}
          onOpen={setOpen}
          error={closed.error}
          onRetry={() => void closed.refetch()}
          empty={
            <EmptyState icon="calendar" title="Open on every working day" text="Add days when nothing can be booked, such as holidays." />
          }
        />
        <Holidays onChange={() => void closed.refetch()} />
      </Box>
      {open && (
        <ClosedDateForm
          {...(open !== "new" && { known: open })}
          onClose={() => setOpen(undefined)}
          onSaved={() => void closed.refetch()}
          onDrop={drop}
        />
      )}
    </SettingsFrame>
  );
};

export default ClosedDates;
