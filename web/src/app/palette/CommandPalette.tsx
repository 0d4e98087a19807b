import Box from "@mui/material/Box";
import Dialog from "@mui/material/Dialog";
import InputBase from "@mui/material/InputBase";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { Icon } from "../../ui/icons.tsx";
import { useGo } from "../../ui/links/Link.tsx";
import { useCan, useInfo } from "../session/session.ts";
import { closePalette, type Found, usePalette } from "./palette.ts";
import { matches, pagesFor, useProviders } from "./palette-search.ts";

const CommandPalette = () => {
  const who = useInfo();
  // A number one may not see finds nobody: it would tell whose it is.
  const seesNumbers = useCan("viewClientContact");
  const go = useGo();
  const id = useId();
  const providers = usePalette((state) => state.providers);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found = useProviders(providers, text.trim());
  const pages = useMemo(() => pagesFor(who, go), [who, go]);
  const sections = [...found, { heading: "Pages", items: pages.filter((page) => matches(page, wanted)) }].filter(
    (section) => section.items.length > 0,
  );
  const items = sections.flatMap((section) => section.items);
  const run = (item: Found | undefined) => {
    if (!item) return;
    closePalette();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((now) => (items.length === 0 ? 0 : (now + step + items.length) % items.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(items[at]);
    }
  };
  const active = items[at];
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: "nearest" });
  }, [active, id]);
  return (
    <Dialog
      open
      onClose={closePalette}
      maxWidth="sm"
      aria-label="Find anything"
      sx={{ "& .MuiDialog-container": { alignItems: "flex-start" } }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, px: 2, py: 1.25, borderBottom: 1, borderColor: "line" }}>
        <Icon name="search" sx={{ color: "text.tertiary" }} />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={seesNumbers ? "Client, pet, phone number or page" : "Client, pet or page"}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          inputProps={{
            role: "combobox",
            "aria-expanded": true,
            "aria-controls": `${id}-list`,
            "aria-activedescendant": active ? `${id}-${active.id}` : undefined,
            "aria-label": "Find anything",
            autoComplete: "off",
          }}
          sx={{ fontSize: "1.15rem" }}
        />
      </Box>
      <List id={`${id}-list`} role="listbox" aria-label="Results" dense sx={{ overflow: "auto", maxHeight: "56dvh", pt: 0 }}>
        {sections.map((section) => (
          <Box key={section.heading} role="group" aria-label={section.heading}>
            <ListSubheader component="div" role="presentation" sx={{ lineHeight: 2.4, fontSize: "0.9rem" }}>
              {section.heading}
            </ListSubheader>
            {section.items.map((item) => (
              <ListItemButton
                key={item.id}
                id={`${id}-${item.id}`}
                role="option"
                component="div"
                aria-selected={item === active}
                selected={item === active}
                onClick={() => run(item)}
                sx={{ gap: 1.5, minHeight: { xs: 46, md: 36 } }}
              >
                <Icon name={item.icon} sx={{ color: "text.secondary" }} />
                <Typography noWrap>{item.label}</Typography>
                <Typography color="textSecondary" noWrap sx={{ ml: "auto" }}>
                  {item.hint}
                </Typography>
              </ListItemButton>
            ))}
          </Box>
        ))}
        {items.length === 0 && (
          <Typography color="textSecondary" sx={{ p: 3, textAlign: "center" }}>
            Nothing found for “{text}”.
          </Typography>
        )}
      </List>
    </Dialog>
  );
};

export default CommandPalette;
