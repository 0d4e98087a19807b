import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type AddOn, AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { formatDuration } from "../../../ui/format/duration.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { RowArrows } from "../../../ui/lists/RowArrows.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";

const columns: Column<AddOn>[] = [
  {
    key: "name",
    header: "Add-on",
    cell: (one) => (
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, fontWeight: 600 }}>
        <Swatch colour={one.colorCode} size={14} />
        {one.name}
        {!one.bookOnlineAvailable && <StatusChip>Not online</StatusChip>}
      </Box>
    ),
  },
  { key: "duration", header: "Adds", cell: (one) => (one.duration > 0 ? formatDuration(one.duration) : "no time") },
  {
    key: "for",
    header: "Goes with",
    cell: (one) => (one.applicableServiceIds.length === 0 ? "Every service" : `${one.applicableServiceIds.length} services`),
  },
  { key: "price", header: "Price", align: "right", cell: (one) => <Money value={one.price} sx={{ fontWeight: 600 }} /> },
];

/** Extras sold beside a service. */
export const AddOns = ({ careType, inactive }: { careType: string; inactive: boolean }) => {
  const found = useQuery(AddOnService.method.listAddOns, { careType, inactive });
  const rows = found.data?.addOns;
  const sort = useMutation(AddOnService.method.sortAddOns, { onSuccess: () => void found.refetch() });
  const move = (from: number, to: number) =>
    sort.mutate({
      idList: moved(
        (rows ?? []).map(({ id }) => id),
        from,
        to,
      ),
    });
  const arrows = (one: AddOn) =>
    rows &&
    rows.length > 1 && <RowArrows name={one.name} at={rows.indexOf(one)} count={rows.length} disabled={sort.isPending} onMove={move} />;
  return (
    <DataList
      label="Add-ons"
      rows={rows}
      rowKey={(one) => one.id}
      columns={[...columns, { key: "order", header: "", align: "right", cell: arrows }]}
      onMove={move}
      card={(one) => (
        <Box sx={{ display: "flex" }}>
          <Box sx={{ flex: 1 }}>
            <Typography variant="subtitle2">{one.name}</Typography>
            <Typography color="textSecondary">{one.duration > 0 && formatDuration(one.duration)}</Typography>
          </Box>
          <Money value={one.price} sx={{ fontWeight: 600 }} />
        </Box>
      )}
      href={(one) => pathTo("/createOrEditAddon", {}, { careType, id: one.id })}
      error={found.error}
      onRetry={() => void found.refetch()}
      empty={
        <EmptyState
          icon="plus"
          title={inactive ? "No inactive add-ons" : "No add-ons yet"}
          text="Extras added to a service when it is booked, such as a nail trim or teeth brushing."
        />
      }
    />
  );
};
