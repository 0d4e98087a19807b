import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import type { PointerEvent, ReactNode } from "react";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { CheckIn } from "./CheckIn.tsx";
import { PlayerState } from "./PlayerState.tsx";
import { isExpected, type Player } from "./play-day.ts";

type Props = {
  player: Player;
  mayEdit: boolean;
  menu: ReactNode;
  onGrab: (event: PointerEvent<HTMLElement>, player: Player) => void;
  onOpen: (appointmentId: string) => void;
};

/** One pet of the day: who it is, whether it is here, and where else it may go. */
export const PetTile = ({ player, mayEdit, menu, onGrab, onOpen }: Props) => (
  <Box
    component="li"
    aria-label={player.petName}
    onPointerDown={(event) => onGrab(event, player)}
    sx={{
      p: 1,
      borderRadius: 1.25,
      border: 1,
      borderColor: "line",
      bgcolor: "background.paper",
      cursor: mayEdit ? "grab" : undefined,
      userSelect: "none",
      WebkitTouchCallout: "none",
      listStyle: "none",
      "&[data-held]": { borderColor: "primary.main", boxShadow: 3 },
    }}
  >
    <Box sx={{ display: "flex", alignItems: "flex-start", gap: 0.5 }}>
      <ButtonBase
        onClick={() => onOpen(player.visit.id)}
        aria-label={`Open ${player.petName}’s visit`}
        sx={{ flex: 1, minWidth: 0, display: "block", textAlign: "left", borderRadius: 1 }}
      >
        <Typography variant="subtitle2" noWrap>
          {player.petName}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[player.client, player.breed].filter(Boolean).join(" · ")}
        </Typography>
      </ButtonBase>
      {menu}
    </Box>
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 0.75, mt: 0.5 }}>
      <PlayerState player={player} />
      {player.warnings.map((warning) => (
        <StatusChip key={warning} tone="bad">
          {warning}
        </StatusChip>
      ))}
      {player.misplaced && <StatusChip tone="warn">Not for this group</StatusChip>}
      {mayEdit && isExpected(player) && (
        <Box sx={{ ml: "auto" }}>
          <CheckIn player={player} />
        </Box>
      )}
    </Box>
  </Box>
);
