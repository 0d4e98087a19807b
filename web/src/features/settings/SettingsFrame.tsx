import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { AskOwner } from "../../app/AskOwner.tsx";
import { holds } from "../../app/permissions.ts";
import { useInfo } from "../../app/session.ts";
import { Icon } from "../../ui/icons.tsx";
import { Link, useGo } from "../../ui/Link.tsx";
import { PageFrame } from "../../ui/PageFrame.tsx";
import { useMobile } from "../../ui/useMobile.ts";
import { areaAt, settingsNav } from "./settings-nav.ts";

type Props = { title: string; back?: string; actions?: ReactNode; maxWidth?: number; children: ReactNode };

/** Every settings page: the areas at the left (a choice above, on a phone), the area's content at the right. */
export const SettingsFrame = ({ title, back, actions, maxWidth = 860, children }: Props) => {
  const who = useInfo();
  const mobile = useMobile();
  const go = useGo();
  const here = areaAt(useLocation().pathname);
  const caller = { employeeCategory: who.employeeCategory ?? 0, permissions: who.permissions };
  const allowed = !here?.anyOf || here.anyOf.some((name) => holds(caller, name));
  const areas = settingsNav.filter((item) => !item.anyOf || item.anyOf.some((name) => holds(caller, name)));
  return (
    <PageFrame title={title} windowTitle={`${title} · Settings`} actions={allowed && actions} {...(back && { back })}>
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "190px minmax(0, 1fr)" },
          gap: { xs: 2, md: 3 },
          alignItems: "start",
        }}
      >
        {mobile ? (
          !back && (
            <TextField select label="Settings" value={here?.path ?? ""} onChange={(event) => go(event.target.value)}>
              {areas.map((item) => (
                <MenuItem key={item.path} value={item.path}>
                  {item.label}
                </MenuItem>
              ))}
            </TextField>
          )
        ) : (
          <List component="nav" aria-label="Settings" disablePadding sx={{ position: "sticky", top: 0 }}>
            {areas.map((item) => (
              <ListItemButton
                key={item.path}
                component={Link}
                to={item.path}
                selected={item === here}
                {...(item === here && { "aria-current": "page" as const })}
                sx={{
                  borderRadius: "8px",
                  gap: 1.25,
                  py: 0.75,
                  mb: 0.25,
                  color: item === here ? "primary.main" : "text.secondary",
                  fontWeight: item === here ? 600 : 450,
                }}
              >
                <Icon name={item.icon} sx={{ width: 17, height: 17 }} />
                {item.label}
              </ListItemButton>
            ))}
          </List>
        )}
        <Box sx={{ minWidth: 0, maxWidth }}>{allowed ? children : <AskOwner />}</Box>
      </Box>
    </PageFrame>
  );
};
