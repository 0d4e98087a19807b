import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo, useState } from "react";
import { useFormat } from "../../ui/format/useFormat.ts";
import { Icon } from "../../ui/icons.tsx";
import { type KeyBinding, useKeys, writeKeys } from "../palette/keys.ts";
import { type Change, KEPT_MS } from "./kept-changes.ts";
import { reload, takeBack, useRecent } from "./recent.ts";

const KEYS = "mod+z";

/** In the header, while there is something to take back. */
const RecentChanges = () => {
  const { changes } = useRecent();
  return changes.length > 0 ? <Offered changes={changes} /> : null;
};

const Offered = ({ changes }: { changes: readonly Change[] }) => {
  const [at, setAt] = useState<HTMLElement>();
  const [newest, oldest] = [changes[0] as Change, changes.at(-1) as Change];
  const bindings = useMemo<KeyBinding[]>(
    () => [{ keys: KEYS, label: "Undo my newest change", run: () => void takeBack(newest) }],
    [newest],
  );
  useKeys("Everywhere", bindings);
  useEffect(() => {
    const timer = setTimeout(reload, oldest.at + KEPT_MS - Date.now());
    return () => clearTimeout(timer);
  }, [oldest]);
  return (
    <>
      <IconButton
        aria-label="Recent changes"
        title={`Recent changes. ${writeKeys(KEYS).join("")} takes back the newest.`}
        aria-haspopup="dialog"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(event.currentTarget)}
        // The page's title needs the room.
        sx={{ mx: -0.75 }}
      >
        <Icon name="undo" />
      </IconButton>
      {at && <List at={at} changes={changes} onClose={() => setAt(undefined)} />}
    </>
  );
};

type ListProps = { at: HTMLElement; changes: readonly Change[]; onClose: () => void };

const List = ({ at, changes, onClose }: ListProps) => {
  const format = useFormat();
  return (
    <Popover
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-label": "Recent changes",
          sx: { width: 380, maxWidth: "calc(100vw - 24px)", border: 1, borderColor: "line", borderRadius: "10px" },
        },
      }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Typography variant="subtitle2">Recent changes</Typography>
        <Typography variant="body2" color="textSecondary">
          Yours of the last ten minutes.
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, pb: 0.5 }}>
        {changes.map((change) => (
          <Box
            component="li"
            key={change.key}
            sx={{ display: "flex", alignItems: "center", gap: 1, px: 2, py: 0.75, borderTop: 1, borderColor: "lineSoft" }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              <Typography>{change.text}</Typography>
              <Typography variant="body2" color="textSecondary">
                {format.time(new Date(change.at))}
              </Typography>
            </Box>
            <Button size="small" variant="outlined" aria-label={`Undo: ${change.text}`} onClick={() => void takeBack(change)}>
              Undo
            </Button>
          </Box>
        ))}
      </Box>
    </Popover>
  );
};

export default RecentChanges;
