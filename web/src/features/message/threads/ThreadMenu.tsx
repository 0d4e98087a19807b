import { ThreadAction } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { Icon } from "../../../ui/icons.tsx";

type MenuProps = { starred: boolean; blocked: boolean; closed: boolean; onAct: (action: ThreadAction) => void; onDelete: () => void };
export const ThreadMenu = ({ starred, blocked, closed, onAct, onDelete }: MenuProps) => {
  const [at, setAt] = useState<HTMLElement>();
  const mayBlock = useCan("editClient");
  const pick = (run: () => void) => () => {
    setAt(undefined);
    run();
  };
  return (
    <>
      <Button onClick={() => onAct(closed ? ThreadAction.OPEN : ThreadAction.CLOSE)}>{closed ? "Open again" : "Close"}</Button>
      <IconButton aria-label="More for this conversation" aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        <MenuItem onClick={pick(() => onAct(starred ? ThreadAction.UNSTAR : ThreadAction.STAR))}>
          {starred ? "Remove star" : "Star"}
        </MenuItem>
        <MenuItem onClick={pick(() => onAct(ThreadAction.UNREAD))}>Mark unread</MenuItem>
        {mayBlock && (
          <MenuItem onClick={pick(() => onAct(blocked ? ThreadAction.UNBLOCK : ThreadAction.BLOCK))}>
            {blocked ? "Unblock this client" : "Block this client"}
          </MenuItem>
        )}
        <MenuItem onClick={pick(onDelete)}>Delete…</MenuItem>
      </Menu>
    </>
  );
};
