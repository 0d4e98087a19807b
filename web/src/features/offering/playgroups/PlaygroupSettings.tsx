import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { type Playgroup, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { Swatch } from "../../../ui/Swatch.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { PlaygroupDrawer } from "./PlaygroupDrawer.tsx";

/** /setting/playgroups: the groups in which pets play, how many each takes and for whom it is. */
const PlaygroupSettings = () => {
  const { data, error, refetch } = useQuery(PlaygroupService.method.getPlaygroups);
  const pets = useQuery(PetSettingsService.method.getPetSettings).data;
  const [open, setOpen] = useState<Playgroup | "new">();
  const reload = () => void refetch();
  const sort = useMutation(PlaygroupService.method.sortPlaygroups, { onSuccess: reload });
  const rows = data?.playgroups;
  const forWhom = ({ petSizeIds, petCodeIds }: Playgroup): string => {
    const sizes = (pets?.petSizes ?? []).filter(({ id }) => petSizeIds.includes(id)).map(({ name }) => name);
    const codes = (pets?.petCodes ?? []).filter(({ id }) => petCodeIds.includes(id)).map(({ description }) => description);
    return [...sizes, ...codes].join(", ") || "All pets";
  };
  const columns: Column<Playgroup>[] = [
    { key: "name", header: "Playgroup", cell: (group) => <Name group={group} /> },
    { key: "capacity", header: "Pets at once", cell: (group) => String(group.maxPetCapacity) },
    { key: "fits", header: "For", cell: forWhom },
  ];
  return (
    <SettingsFrame
      title="Playgroups"
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add playgroup
        </Button>
      }
    >
      <DataList
        label="Playgroups"
        rows={rows}
        rowKey={(group) => group.playgroupId}
        columns={columns}
        card={(group) => (
          <Box>
            <Name group={group} />
            <Typography color="textSecondary">
              {plural(group.maxPetCapacity, "pet")} at once · {forWhom(group)}
            </Typography>
          </Box>
        )}
        onOpen={setOpen}
        onMove={(from, to) =>
          sort.mutate({
            idList: moved(
              (rows ?? []).map(({ playgroupId }) => playgroupId),
              from,
              to,
            ),
          })
        }
        error={error}
        onRetry={reload}
        empty={
          <EmptyState
            icon="paw"
            title="No playgroups yet"
            text="Add the groups your daycare dogs play in: small dogs, shy dogs, the big yard. Then drag the day's dogs into them."
          />
        }
      />
      {open && <PlaygroupDrawer {...(open !== "new" && { group: open })} pets={pets} onClose={() => setOpen(undefined)} onSaved={reload} />}
    </SettingsFrame>
  );
};

const Name = ({ group }: { group: Playgroup }) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
    <Swatch colour={group.colorCode} size={14} />
    <Typography variant="subtitle2">{group.name}</Typography>
  </Box>
);

export default PlaygroupSettings;
