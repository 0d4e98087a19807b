import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Typography from "@mui/material/Typography";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { useInfo } from "../session/session.ts";
import { BusinessSwitcher } from "../shell/BusinessSwitcher.tsx";
import { ThemeSwitch } from "../shell/ThemeSwitch.tsx";
import { CountBadge } from "./CountBadge.tsx";
import { address, groupsFor } from "./nav.ts";
import { settingsFor } from "./settings-group.ts";
import { countAt, labelWith, useWaiting } from "./waiting.ts";

const inTabs = new Set(["today", "calendar", "clients", "messages"]);

/** All that has no tab of its own, the business, the look and the person. */
export const MoreSheet = ({ onDone }: { onDone: () => void }) => {
  const who = useInfo();
  const seen = groupsFor(who);
  const settings = settingsFor(who);
  const waiting = useWaiting();
  const groups = [...seen.filter((group) => !inTabs.has(group.id)), ...(settings ? [settings] : [])];
  const extras = seen
    .filter((group) => inTabs.has(group.id))
    .flatMap((group) => group.items.slice(1).map((item) => ({ icon: group.icon, ...item })))
    .filter(({ path }) => !groups.some(({ items }) => items.some((item) => item.path === path)));
  const name = `${who.account.firstName} ${who.account.lastName}`.trim() || who.account.email;
  return (
    <Box sx={{ p: 2, pb: "max(16px, env(safe-area-inset-bottom))", overflow: "auto" }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, mb: 1.5 }}>
        <Avatar name={name} id={who.account.id} size={44} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="subtitle1" noWrap>
            {name}
          </Typography>
          <Typography color="textSecondary" noWrap>
            {who.account.email}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1, justifyContent: "space-between" }}>
        <BusinessSwitcher onDone={onDone} />
        <ThemeSwitch />
      </Box>
      <List component="nav" aria-label="All areas">
        {extras.map((item) => (
          <Entry key={item.path} to={address(item.path)} icon={item.icon} label={item.label} onDone={onDone} />
        ))}
        {groups.map((group) => (
          <Entry
            key={group.id}
            to={address(group.items[0]?.path ?? "/home")}
            icon={group.icon}
            label={group.label}
            name={labelWith(group.label, group.id, waiting)}
            count={countAt(group.id, waiting)}
            onDone={onDone}
          />
        ))}
        <Entry to="/profile" icon="user" label="Your profile" onDone={onDone} />
        <Entry to="/logout" icon="logout" label="Sign out" onDone={onDone} />
      </List>
    </Box>
  );
};

type EntryProps = {
  to: string;
  icon: Parameters<typeof Icon>[0]["name"];
  label: string;
  name?: string;
  count?: number;
  onDone: () => void;
};
const Entry = ({ to, icon, label, name = label, count = 0, onDone }: EntryProps) => (
  <ListItemButton component={Link} to={to} onClick={onDone} aria-label={name} sx={{ borderRadius: "10px", minHeight: 48 }}>
    <ListItemIcon sx={{ minWidth: 38, color: "text.secondary" }}>
      <Icon name={icon} />
    </ListItemIcon>
    <ListItemText primary={label} />
    <CountBadge count={count} />
  </ListItemButton>
);
