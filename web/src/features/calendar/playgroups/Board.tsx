import type { Playgroup } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import Box from "@mui/material/Box";
import { useMemo } from "react";
import { GroupColumn } from "./GroupColumn.tsx";
import { MoveMenu } from "./MoveMenu.tsx";
import { PetTile } from "./PetTile.tsx";
import { columnsOf, type Player } from "./play-day.ts";
import { usePetDrag } from "./usePetDrag.ts";

type Props = {
  groups: readonly Playgroup[];
  players: readonly Player[];
  mayEdit: boolean;
  onPlace: (player: Player, group: string) => void;
  onOpen: (appointmentId: string) => void;
};

/** The groups beside each other. */
export const Board = ({ groups, players, mayEdit, onPlace, onOpen }: Props) => {
  const columns = useMemo(() => columnsOf(groups, players), [groups, players]);
  const onGrab = usePetDrag(mayEdit, onPlace);
  return (
    <Box data-board sx={{ flex: 1, minHeight: 0, display: "flex", gap: 1.25, overflowX: "auto", px: { xs: 1.5, md: 2.5 }, pb: 1.5 }}>
      {columns.map((column) => (
        <GroupColumn
          key={column.id}
          column={column}
          tile={(player) => (
            <PetTile
              key={player.key}
              player={player}
              mayEdit={mayEdit}
              menu={mayEdit && <MoveMenu player={player} columns={columns} onPlace={onPlace} />}
              onGrab={onGrab}
              onOpen={onOpen}
            />
          )}
        />
      ))}
    </Box>
  );
};
