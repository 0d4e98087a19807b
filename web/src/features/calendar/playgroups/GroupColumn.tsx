import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { Column, Player } from "./play-day.ts";

type Props = { column: Column; tile: (player: Player) => ReactNode };

/** A group and who is in it, with how full it is; pets are dropped on it. */
export const GroupColumn = ({ column: { id, group, players }, tile }: Props) => {
  const name = group?.name ?? "In no group";
  const over = group !== undefined && players.length > group.maxPetCapacity;
  const full = group !== undefined && players.length === group.maxPetCapacity;
  return (
    <Box
      component="section"
      aria-label={name}
      data-group={id}
      sx={{
        width: { xs: "82vw", sm: 272 },
        flex: "none",
        display: "flex",
        flexDirection: "column",
        minHeight: 0,
        borderRadius: 1.75,
        bgcolor: "background.default",
        border: 1,
        borderColor: "line",
        borderTop: 4,
        borderTopColor: group?.colorCode || "line",
        "&[data-over]": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -1 },
      }}
    >
      <Box sx={{ px: 1.25, pt: 1, pb: 0.75 }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography variant="subtitle1" component="h2" noWrap sx={{ flex: 1 }}>
            {name}
          </Typography>
          <StatusChip tone={over ? "bad" : full ? "warn" : "plain"}>
            {group ? `${players.length} of ${group.maxPetCapacity}` : players.length}
          </StatusChip>
        </Box>
        {group?.description && (
          <Typography variant="body2" color="textSecondary" noWrap title={group.description}>
            {group.description}
          </Typography>
        )}
      </Box>
      <Box
        component="ul"
        aria-label={`Pets: ${name}`}
        sx={{ flex: 1, minHeight: 80, overflowY: "auto", m: 0, p: 1, pt: 0.25, display: "flex", flexDirection: "column", gap: 0.75 }}
      >
        {players.map(tile)}
      </Box>
    </Box>
  );
};
