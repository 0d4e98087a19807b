import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { address, type NavGroup } from "../navigation/nav.ts";
import { openKeys } from "../palette/palette.ts";
import { type BusinessRef, useCan, useInfo } from "../session/session.ts";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

type Props = { at: HTMLElement; onClose: () => void };

/** The pages of one group of the narrow navigation. */
export const GroupMenu = ({ at, onClose, group }: Props & { group: NavGroup }) => {
  const { pathname } = useLocation();
  return (
    <Menu
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ list: { "aria-label": group.label } }}
    >
      {group.items.map((item) => (
        <MenuItem key={item.path} component={Link} to={address(item.path)} selected={pathname === address(item.path)} onClick={onClose}>
          {item.label}
        </MenuItem>
      ))}
    </Menu>
  );
};

export const BusinessMenu = ({ at, onClose, onChoose }: Props & { onChoose: (target: BusinessRef) => void }) => {
  const { business, businesses, elsewhere = [] } = useInfo();
  return (
    <Menu open anchorEl={at} onClose={onClose} slotProps={{ list: { "aria-label": "Businesses" } }}>
      {businesses.map((one) => (
        <MenuItem key={one.id} selected={one.id === business?.id} onClick={() => onChoose(one)}>
          {one.name}
          {businesses.some((other) => other.companyId !== one.companyId) && one.companyName !== one.name ? ` · ${one.companyName}` : ""}
        </MenuItem>
      ))}
      {elsewhere.map((one) => (
        <MenuItem key={one.id} selected={one.id === business?.id} onClick={() => onChoose(one)}>
          {one.name}
          <Typography component="span" color="textSecondary" sx={{ ml: 1 }}>
            You don't work here
          </Typography>
        </MenuItem>
      ))}
      <Divider />
      <MenuItem component={Link} to="/account" onClick={onClose}>
        All your businesses
      </MenuItem>
    </Menu>
  );
};

/** Profile, look, keys, sign out. */
export const AccountPanel = ({ at, onClose, name, email, keys }: Props & { name: string; email: string; keys: boolean }) => {
  const canClock = useCan("clockInOut");
  const showKeys = () => {
    onClose();
    openKeys();
  };
  return (
    <Popover
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { role: "dialog", "aria-label": "Account", sx: { border: 1, borderColor: "line", borderRadius: "10px" } } }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 1.25, minWidth: 230 }}>
        <Typography variant="subtitle2" component="p">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {email}
        </Typography>
        <Box sx={{ mt: 1.25 }}>
          <ThemeSwitch />
        </Box>
      </Box>
      <Divider />
      <MenuList aria-label="Account">
        <MenuItem component={Link} to="/profile" onClick={onClose}>
          <Icon name="user" /> Your profile
        </MenuItem>
        <MenuItem component={Link} to="/account" onClick={onClose}>
          <Icon name="building" /> Your businesses
        </MenuItem>
        {keys && canClock && (
          <MenuItem component={Link} to="/setting/staff/clock" onClick={onClose}>
            <Icon name="clock" /> Clock in or out
          </MenuItem>
        )}
        {keys && (
          <MenuItem onClick={showKeys}>
            <Icon name="keyboard" /> Keyboard shortcuts
          </MenuItem>
        )}
        <MenuItem component={Link} to="/logout" onClick={onClose}>
          <Icon name="logout" /> Sign out
        </MenuItem>
      </MenuList>
    </Popover>
  );
};
