import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { later } from "../../ui/page/later.tsx";
import { useInfo } from "../session/session.ts";
import { groupAt, groupsFor, navigation } from "./nav.ts";
import { toggleNav, useNavState } from "./nav-state.ts";
import { Group } from "./SideNavGroup.tsx";

/** The list of settings areas is long and nothing that the first sight waits for. */
const SettingsEntry = later(async () => (await import("./SettingsEntry.tsx")).SettingsEntry, null);

export const NARROW = 72;
export const WIDE = 208;

/** Navigation on a desk. */
export const SideNav = () => {
  const who = useInfo();
  const expanded = useNavState((state) => state.expanded);
  const here = groupAt(useLocation().pathname, navigation);
  const groups = groupsFor(who);
  return (
    <Box
      component="nav"
      aria-label="Main"
      sx={{
        width: expanded ? WIDE : NARROW,
        flex: "none",
        bgcolor: "background.paper",
        borderRight: 1,
        borderColor: "line",
        display: "flex",
        flexDirection: "column",
        alignItems: "center",
        py: 1.25,
        px: expanded ? 1 : 0,
        gap: 0.5,
        overflow: "hidden auto",
      }}
    >
      <Box
        sx={{
          display: "flex",
          alignItems: "center",
          justifyContent: "space-between",
          width: expanded ? "100%" : "auto",
          mb: 1,
          pl: expanded ? 0.5 : 0,
        }}
      >
        <Logo />
        {expanded && <Toggle expanded />}
      </Box>
      <Box
        component="ul"
        sx={{ listStyle: "none", m: 0, p: 0, display: "flex", flexDirection: "column", gap: 0.5, width: expanded ? "100%" : undefined }}
      >
        {groups.map((group) => (
          <Group key={group.id} group={group} on={here === group.id} expanded={expanded} />
        ))}
      </Box>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, mt: "auto", width: expanded ? "100%" : undefined }}>
        <SettingsEntry on={here === "settings"} expanded={expanded} />
      </Box>
      {!expanded && <Toggle expanded={false} />}
    </Box>
  );
};

const Logo = () => (
  <Box
    component={Link}
    to="/home"
    aria-label="Leashline, home"
    sx={{
      width: 36,
      height: 36,
      borderRadius: "11px",
      bgcolor: "primary.main",
      color: "primary.contrastText",
      display: "grid",
      placeItems: "center",
      fontWeight: 700,
      fontSize: 17,
      textDecoration: "none",
    }}
  >
    L
  </Box>
);

const Toggle = ({ expanded }: { expanded: boolean }) => {
  const label = expanded ? "Collapse navigation" : "Expand navigation";
  return (
    <IconButton aria-label={label} title={label} aria-expanded={expanded} onClick={toggleNav}>
      <Icon name="sidebar" sx={{ width: 17, height: 17 }} />
    </IconButton>
  );
};
