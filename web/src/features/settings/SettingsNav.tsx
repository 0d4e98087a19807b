import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Icon } from "../../ui/icons.tsx";
import { Link, useGo } from "../../ui/links/Link.tsx";
import { SearchField } from "../../ui/lists/SearchField.tsx";
import type { SettingsItem } from "./settings-item.ts";
import { matching } from "./settings-nav.ts";

type Props = { areas: readonly SettingsItem[]; here: SettingsItem | undefined };

/** Of a long list the area one is in can be seen at once; only the list scrolls, not the page. */
const intoView = (row: HTMLElement | null) => {
  const list = row?.closest("nav");
  if (row && list) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
};

const grouped = (areas: readonly SettingsItem[]) => [...Map.groupBy(areas, ({ group }) => group)];

/** The areas on a wide screen, in groups, narrowed by what is typed. */
export const SettingsNav = ({ areas, here }: Props) => {
  const [typed, setTyped] = useState("");
  const found = matching(areas, typed);
  return (
    <>
      <Box sx={{ "& .MuiInputBase-root": { width: "100%" } }}>
        <SearchField label="Search settings" value={typed} onChange={setTyped} />
      </Box>
      {found.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
          No setting matches “{typed}”.
        </Typography>
      )}
      {grouped(found).map(([group, items]) => (
        <List
          key={group}
          disablePadding
          subheader={
            <ListSubheader disableSticky sx={{ bgcolor: "transparent", lineHeight: "32px", mt: 1, px: 2, fontSize: 12, fontWeight: 600 }}>
              {group}
            </ListSubheader>
          }
        >
          {items.map((item) => (
            <Area key={item.path} item={item} selected={item === here} />
          ))}
        </List>
      ))}
    </>
  );
};

const Area = ({ item, selected }: { item: SettingsItem; selected: boolean }) => (
  <li>
    <ListItemButton
      component={Link}
      to={item.path}
      selected={selected}
      {...(selected && { "aria-current": "page" as const, ref: intoView })}
      sx={{
        borderRadius: "8px",
        gap: 1.25,
        py: 0.5,
        mb: 0.25,
        color: selected ? "primary.main" : "text.secondary",
        fontWeight: selected ? 600 : 450,
      }}
    >
      <Icon name={item.icon} sx={{ width: 17, height: 17 }} />
      {item.label}
    </ListItemButton>
  </li>
);

/** The same on a phone: one choice. */
export const SettingsChoice = ({ areas, here }: Props) => {
  const go = useGo();
  return (
    <TextField select label="Settings" value={here?.path ?? ""} onChange={(event) => go(event.target.value)}>
      {grouped(areas).flatMap(([group, items]) => [
        <ListSubheader key={group}>{group}</ListSubheader>,
        ...items.map((item) => (
          <MenuItem key={item.path} value={item.path}>
            {item.label}
          </MenuItem>
        )),
      ])}
    </TextField>
  );
};
