import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Collapse from "@mui/material/Collapse";
import { useState } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/links/Link.tsx";
import { GroupMenu } from "../shell/parts.ts";
import { CountBadge } from "./CountBadge.tsx";
import { address, type NavGroup } from "./nav.ts";
import { countAt, labelWith, useWaiting } from "./waiting.ts";

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

export const Group = ({ group, on, expanded }: { group: NavGroup; on: boolean; expanded: boolean }) => {
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
