import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Collapse from "@mui/material/Collapse";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { useInfo } from "../session/session.ts";
import { GroupMenu } from "../shell/parts.ts";
import { CountBadge } from "./CountBadge.tsx";
import { address, groupAt, groupsFor, type NavGroup, navigation, settingsFor } from "./nav.ts";
import { toggleNav, useNavState } from "./nav-state.ts";
import { countAt, labelWith, useWaiting } from "./waiting.ts";

export const NARROW = 72;
export const WIDE = 208;

const look = (on: boolean, expanded: boolean) => ({
  position: "relative",
  width: expanded ? "100%" : 60,
  borderRadius: "9px",
  display: "flex",
  flexDirection: expanded ? ("row" as const) : ("column" as const),
  justifyContent: expanded ? "flex-start" : "center",
  alignItems: "center",
  gap: expanded ? 1.25 : "3px",
  py: expanded ? 0.875 : "7px",
  px: expanded ? 1.25 : 0,
  fontSize: expanded ? "1rem" : "0.82rem",
  fontWeight: on ? 600 : 450,
  lineHeight: 1.3,
  color: on ? "primary.main" : "text.secondary",
  bgcolor: on ? "tone.accent.soft" : "transparent",
  "&:hover": { bgcolor: on ? "tone.accent.soft" : "lineSoft" },
});

const Group = ({ group, on, expanded }: { group: NavGroup; on: boolean; expanded: boolean }) => {
  const { pathname } = useLocation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const single = group.items.length <= 1;
  const waiting = useWaiting();
  const target = address(group.items[0]?.path ?? "/home");
  const inner = (
    <>
      <Icon name={group.icon} />
      <span>{group.label}</span>
      <CountBadge count={countAt(group.id, waiting)} corner={!expanded} />
    </>
  );
  const name = { "aria-label": labelWith(group.label, group.id, waiting) };
  if (single || expanded) {
    return (
      <Box component="li" sx={{ width: expanded ? "100%" : undefined }}>
        <ButtonBase {...name} component={Link} to={target} aria-current={on && single ? "page" : undefined} sx={look(on, expanded)}>
          {inner}
        </ButtonBase>
        {expanded && !single && (
          <Collapse in={on} unmountOnExit>
            <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, pl: 4 }}>
              {group.items.map((item) => (
                <li key={item.path}>
                  <ButtonBase
                    component={Link}
                    to={address(item.path)}
                    aria-current={pathname === address(item.path) ? "page" : undefined}
                    sx={{ ...look(false, true), py: 0.5, "&[aria-current]": { color: "primary.main", fontWeight: 600 } }}
                  >
                    {item.label}
                  </ButtonBase>
                </li>
              ))}
            </Box>
          </Collapse>
        )}
      </Box>
    );
  }
  return (
    <li>
      <ButtonBase
        {...GroupMenu.warmers}
        {...name}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={look(on, false)}
      >
        {inner}
      </ButtonBase>
      {anchor && <GroupMenu at={anchor} group={group} onClose={() => setAnchor(undefined)} />}
    </li>
  );
};

/** Navigation on a desk. */
export const SideNav = () => {
  const who = useInfo();
  const expanded = useNavState((state) => state.expanded);
  const here = groupAt(useLocation().pathname, navigation);
  const groups = groupsFor(who);
  const settings = settingsFor(who);
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
        {settings && <Group group={settings} on={here === "settings"} expanded={expanded} />}
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
