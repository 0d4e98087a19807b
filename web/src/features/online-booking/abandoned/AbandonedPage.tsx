import { useQuery } from "@connectrpc/connect-query";
import { type AbandonedBooking, AbandonedBookingService } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../ui/links/over.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { HeaderActions } from "../../../ui/page/HeaderActions.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { AbandonedDrawer } from "./AbandonedDrawer.tsx";
import { AbandonedFilters } from "./AbandonedFilters.tsx";
import { askedTime, filtersOf, isNarrowed, kindOf, nameOf, start, statusName, statusTone, stepName, wantedBy } from "./abandoned-words.ts";
import { RecoveryDrawer } from "./RecoveryDrawer.tsx";
import { download, useAbandoned } from "./useAbandoned.ts";

const SIZE = 20;
const idOf = ({ bookingFlowId }: AbandonedBooking): string => bookingFlowId;

/** Who began to book online and left before the request was sent. */
const AbandonedPage = () => {
  const format = useFormat();
  const today = format.now().date;
  const [state, setState] = useQueryState(start);
  const { query, open, close } = useQueryChange();
  const [mayChange, mayAdd, maySet] = [useCan("manageBookingRequests"), useCan("editClient"), useCan("onlineBookingSettings")];
  const [recovering, setRecovering] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const acts = useAbandoned(() => setTicked(new Set()));
  const at = Math.max(1, Number(state.page) || 1);
  const filters = filtersOf(state, today);
  const list = useQuery(
    AbandonedBookingService.method.searchAbandonedBookings,
    { ...filters, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const rows = list.data?.records;
  const toggle = (id: string) => setTicked((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const shown = (rows ?? []).map(idOf);
  const all = shown.length > 0 && shown.every((id) => ticked.has(id));
  const record = query.get("record");
  const columns: Column<AbandonedBooking>[] = [
    { key: "client", header: "Client", cell: (one) => <strong>{nameOf(one)}</strong> },
    { key: "kind", header: "Who", wide: true, cell: kindOf },
    { key: "reach", header: "Phone", nowrap: true, cell: (one) => one.customer?.phoneNumber && format.phone(one.customer.phoneNumber) },
    { key: "what", header: "Wanted", cell: wantedBy },
    { key: "when", header: "For", nowrap: true, wide: true, cell: (one) => askedTime(one, format) },
    { key: "step", header: "Stopped at", cell: (one) => stepName(one.abandonStep) },
    { key: "left", header: "Left", nowrap: true, cell: (one) => format.ago(one.abandonTime) },
    { key: "status", header: "Follow-up", cell: (one) => <Status record={one} /> },
  ];
  return (
    <PageFrame
      title="Abandoned bookings"
      actions={
        <HeaderActions
          more={[
            ...(maySet ? [{ label: "Recovery message", onClick: () => setRecovering(true) }] : []),
            ...(rows && rows.length > 0 ? [{ label: "Export", onClick: () => void download(filters) }] : []),
          ]}
        />
      }
    >
      <AbandonedFilters state={state} today={today} set={(change) => setState({ page: start.page, ...change })} />
      {ticked.size > 0 && (
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", mb: 1.25, flexWrap: "wrap" }}>
          <Typography>{ticked.size} selected</Typography>
          {mayAdd && (
            <Button variant="outlined" onClick={() => acts.add([...ticked])} disabled={acts.busy || ticked.size > 50}>
              Add as clients
            </Button>
          )}
          {mayChange && (
            <Button color="error" onClick={() => void acts.remove([...ticked])} disabled={acts.busy}>
              Delete
            </Button>
          )}
        </Box>
      )}
      <DataList
        label="Abandoned bookings"
        rows={rows}
        rowKey={idOf}
        columns={columns}
        card={(one) => <Card record={one} />}
        onOpen={(one) => open({ record: idOf(one) })}
        {...((mayChange || mayAdd) && {
          selection: {
            has: (one: AbandonedBooking) => ticked.has(idOf(one)),
            toggle: (one: AbandonedBooking) => toggle(idOf(one)),
            toggleAll: () => setTicked(new Set(all ? [] : shown)),
            all,
            some: ticked.size > 0,
          },
        })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          isNarrowed(state) ? (
            <EmptyState icon="search" title="No one matches" text="Change or clear the filters to see everyone who left." />
          ) : (
            <EmptyState
              icon="calendar"
              title="No abandoned bookings in the last 30 days"
              text="Someone who gives their phone or email on your booking page and leaves without sending a request appears here."
            />
          )
        }
      />
      {recovering && <RecoveryDrawer onClose={() => setRecovering(false)} />}
      {record && <AbandonedDrawer key={record} id={record} onClose={() => close("record")} />}
    </PageFrame>
  );
};

const Status = ({ record: { abandonStatus } }: { record: AbandonedBooking }) => (
  <StatusChip tone={statusTone[abandonStatus]}>{statusName[abandonStatus]}</StatusChip>
);

const Card = ({ record }: { record: AbandonedBooking }) => {
  const format = useFormat();
  return (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
        <Typography variant="subtitle2">{nameOf(record)}</Typography>
        <Status record={record} />
      </Box>
      <Typography>{wantedBy(record)}</Typography>
      <Typography variant="body2" color="textSecondary">
        {kindOf(record)} · Stopped at {stepName(record.abandonStep)}, {format.agoWithin(record.abandonTime)}
      </Typography>
    </Box>
  );
};

export default AbandonedPage;
