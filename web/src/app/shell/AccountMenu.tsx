import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { useSession } from "../session/session.ts";
import { AccountPanel } from "./parts.ts";

/** The person at the keyboard. */
export const AccountMenu = ({ keys = true }: { keys?: boolean }) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const who = useSession();
  if (who.status !== "in") return null;
  const name = `${who.account.firstName} ${who.account.lastName}`.trim() || who.account.email;
  return (
    <>
      <IconButton
        {...AccountPanel.warmers}
        aria-label={`Account of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: "50%" }}
      >
        <Avatar name={name} id={who.account.id} size={30} src={who.account.avatarPath} />
      </IconButton>
      {anchor && <AccountPanel at={anchor} name={name} email={who.account.email} keys={keys} onClose={() => setAnchor(undefined)} />}
    </>
  );
};
