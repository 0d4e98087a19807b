import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/icons.tsx";
import { LazyPopover, menuWarmers } from "../../ui/LazyMenu.tsx";
import { Link } from "../../ui/Link.tsx";
import { useSession } from "../session.ts";
import { openKeys } from "./palette.ts";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

/** The person at the keyboard: profile, look, keys, sign out. */
export const AccountMenu = ({ keys = true }: { keys?: boolean }) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const who = useSession();
  if (who.status !== "in") return null;
  const name = `${who.account.firstName} ${who.account.lastName}`.trim() || who.account.email;
  const close = () => setAnchor(undefined);
  const showKeys = () => {
    close();
    openKeys();
  };
  return (
    <>
      <IconButton
        {...menuWarmers}
        aria-label={`Account of ${name}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: "50%" }}
      >
        <Avatar name={name} id={who.account.id} size={30} />
      </IconButton>
      <LazyPopover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Account", sx: { border: 1, borderColor: "line", borderRadius: "10px" } } }}
      >
        <Box sx={{ px: 2, pt: 1.5, pb: 1.25, minWidth: 230 }}>
          <Typography variant="subtitle2" component="p">
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {who.account.email}
          </Typography>
          <Box sx={{ mt: 1.25 }}>
            <ThemeSwitch />
          </Box>
        </Box>
        <Divider />
        <MenuList aria-label="Account">
          <MenuItem component={Link} to="/profile" onClick={close}>
            <Icon name="user" /> Your profile
          </MenuItem>
          <MenuItem component={Link} to="/account" onClick={close}>
            <Icon name="building" /> Your businesses
          </MenuItem>
          {keys && (
            <MenuItem onClick={showKeys}>
              <Icon name="keyboard" /> Keyboard shortcuts
            </MenuItem>
          )}
          <MenuItem component={Link} to="/logout" onClick={close}>
            <Icon name="logout" /> Sign out
          </MenuItem>
        </MenuList>
      </LazyPopover>
    </>
  );
};
