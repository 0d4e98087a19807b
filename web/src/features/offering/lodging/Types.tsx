import { useMutation } from "@connectrpc/connect-query";
import { LodgingService, type LodgingType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { lodgingRateText } from "../../../ui/prices/lodging-rate.ts";
import { fitsText, spaceName } from "./lodging-text.ts";
import { TypeDrawer } from "./TypeDrawer.tsx";

type Props = { rows: LodgingType[] | undefined; error: unknown; onChange: () => void; onAdd: () => void };

/** The types of lodging, in the order in which they are shown. */
export const Types = ({ rows, error, onChange, onAdd }: Props) => {
  const { weightUnit } = usePreferences();
  const { money } = useFormat();
  const [open, setOpen] = useState<LodgingType>();
  const sort = useMutation(LodgingService.method.sortLodgingTypes, { onSuccess: onChange });
  const columns: Column<LodgingType>[] = [
    { key: "name", header: "Type", cell: (type) => <Typography variant="subtitle2">{type.name}</Typography> },
    { key: "space", header: "Space", cell: spaceName },
    { key: "fits", header: "Fits", cell: (type) => fitsText(type, weightUnit) },
    { key: "rate", header: "Price", cell: (type) => lodgingRateText(type.rate, money) || "Same as boarding" },
  ];
  return (
    <>
      <DataList
        label="Types of lodging"
        rows={rows}
        rowKey={(type) => type.lodgingTypeId}
        columns={columns}
        card={(type) => (
          <Box>
            <Typography variant="subtitle1">{type.name}</Typography>
            <Typography color="textSecondary">
              {[spaceName(type), fitsText(type, weightUnit), lodgingRateText(type.rate, money)].filter(Boolean).join(" · ")}
            </Typography>
          </Box>
        )}
        onOpen={setOpen}
        onMove={(from, to) =>
          sort.mutate({
            idList: moved(
              (rows ?? []).map((type) => type.lodgingTypeId),
              from,
              to,
            ),
          })
        }
        error={error}
        onRetry={onChange}
        empty={
          <EmptyState
            icon="building"
            title="No types of lodging yet"
            text="A type says how many pets fit, how heavy, and which. Add one, then add its rooms."
          >
            <Button variant="outlined" onClick={onAdd}>
              Add your first type
            </Button>
          </EmptyState>
        }
      />
      {open && <TypeDrawer type={open} onClose={() => setOpen(undefined)} onSaved={onChange} />}
    </>
  );
};
