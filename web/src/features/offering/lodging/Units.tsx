import { useMutation, useQuery } from "@connectrpc/connect-query";
import { LodgingService, type LodgingType, type LodgingUnit } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { dayToIso } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { capacityOf } from "./lodging-text.ts";
import { UnitDrawer } from "./UnitDrawer.tsx";

/** The rooms, kennels and areas of this location, in the order in which they are shown. */
export const Units = ({ types }: { types: readonly LodgingType[] }) => {
  const format = useFormat();
  const businessId = useInfo().business?.id ?? "0";
  const [open, setOpen] = useState<LodgingUnit>();
  const units = useQuery(LodgingService.method.listLodgingUnits);
  const reload = () => void units.refetch();
  const sort = useMutation(LodgingService.method.sortLodgingUnits, { onSuccess: reload });
  const rows = units.data?.lodgingUnits;
  const typeOf = (unit: LodgingUnit) => types.find((type) => type.lodgingTypeId === unit.lodgingTypeId);
  const closed = (unit: LodgingUnit) =>
    unit.outOfService
      .filter((one) => one.endDate && dayToIso(one.endDate) >= format.now().date)
      .map(({ startDate, endDate }) => `${format.day(startDate)} – ${format.day(endDate)}`)
      .join(", ");
  const columns: Column<LodgingUnit>[] = [
    { key: "name", header: "Name", cell: (unit) => <Typography variant="subtitle2">{unit.name}</Typography> },
    { key: "type", header: "Type", cell: (unit) => typeOf(unit)?.name ?? "–" },
    { key: "pets", header: "Holds", cell: (unit) => plural(capacityOf(unit, typeOf(unit)), "pet") },
    {
      key: "state",
      header: "Out of service",
      cell: (unit) => (closed(unit) ? <Chip size="small" color="warning" label={closed(unit)} /> : "–"),
    },
    { key: "camera", header: "Camera", cell: (unit) => (unit.cameraUrl ? "Yes" : "–"), wide: true },
  ];
  return (
    <>
      <DataList
        label="Rooms and areas"
        rows={rows}
        rowKey={(unit) => unit.lodgingUnitId}
        columns={columns}
        card={(unit) => (
          <Box>
            <Typography variant="subtitle1">{unit.name}</Typography>
            <Typography color="textSecondary">
              {[typeOf(unit)?.name, plural(capacityOf(unit, typeOf(unit)), "pet")].filter(Boolean).join(" · ")}
            </Typography>
            {closed(unit) && <Typography color="warning">Out of service {closed(unit)}</Typography>}
          </Box>
        )}
        onOpen={setOpen}
        onMove={(from, to) =>
          sort.mutate({
            idList: moved(
              (rows ?? []).map((unit) => unit.lodgingUnitId),
              from,
              to,
            ),
          })
        }
        error={units.error}
        onRetry={reload}
        empty={
          <EmptyState
            icon="building"
            title="No rooms yet"
            text={
              types.length === 0 ? "First add a type of lodging, then its rooms." : "Add the rooms, kennels and areas of this location."
            }
          >
            {types.length === 0 ? (
              <LinkButton to={pathTo("/setting/lodging/:panel?", { panel: "types" })} variant="outlined">
                Types of lodging
              </LinkButton>
            ) : (
              <LinkButton to={pathTo("/lodgingUnit/add/:businessId", { businessId })} variant="outlined">
                Add your first rooms
              </LinkButton>
            )}
          </EmptyState>
        }
      />
      {open && <UnitDrawer unit={open} types={types} onClose={() => setOpen(undefined)} onSaved={reload} />}
    </>
  );
};
