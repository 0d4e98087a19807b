import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCan } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";
import { reportOf } from "../../customer/shared/incidents/report.ts";
import { type Column, NOWHERE, type Player } from "./play-day.ts";

type Props = { player: Player; columns: readonly Column[]; onPlace: (player: Player, group: string) => void };

/** The same as dragging: where a pet goes. */
export const MoveMenu = ({ player, columns, onPlace }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const mayReport = useCan("createOrEditIncidentReport");
  const navigate = useNavigate();
  const to = (group: string) => {
    setAnchor(undefined);
    onPlace(player, group);
  };
  const hint = ({ group, players, id }: Column) =>
    group && [`${players.length} of ${group.maxPetCapacity}`, !player.fitting.includes(id) && "for others"].filter(Boolean).join(" · ");
  return (
    <>
      <IconButton
        size="small"
        data-act="move"
        aria-label={`Move ${player.petName}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minWidth: { xs: 44, md: 30 }, minHeight: { xs: 44, md: 30 } }}
      >
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={anchor} open={!!anchor} onClose={() => setAnchor(undefined)}>
        {columns.map((column) => (
          <MenuItem key={column.id} selected={column.id === player.playgroupId} onClick={() => to(column.id)}>
            <ListItemText primary={column.id === NOWHERE ? "No group" : column.group?.name} secondary={hint(column)} />
          </MenuItem>
        ))}
        {mayReport && <Divider />}
        {mayReport && <MenuItem onClick={() => void navigate(reportOf(player.visit.id, [player]))}>Report an incident…</MenuItem>}
      </Menu>
    </>
  );
};
