import IconButton from "@mui/material/IconButton";
import { useEffect, useMemo, useState } from "react";
import { Icon } from "../../ui/icons.tsx";
import { later } from "../../ui/page/later.tsx";
import { type KeyBinding, useKeys, writeKeys } from "../palette/keys.ts";
import { type Change, KEPT_MS } from "./kept-changes.ts";
import { reload, takeBack, useRecent } from "./recent.ts";

const KEYS = "mod+z";
// What it asks for is loaded by whoever looks, not with every page.
const RecentList = later(async () => (await import("./RecentList.tsx")).default, null);

/** In the header, while there is something to take back. */
const RecentChanges = () => {
  const { changes } = useRecent();
  return changes.length > 0 ? <Offered changes={changes} /> : null;
};

const Offered = ({ changes }: { changes: readonly Change[] }) => {
  const [at, setAt] = useState<HTMLElement>();
  const [newest, oldest] = [changes[0] as Change, changes.at(-1) as Change];
  const bindings = useMemo<KeyBinding[]>(() => [{ keys: KEYS, label: `Undo: ${newest.text}`, run: () => void takeBack(newest) }], [newest]);
  useKeys("Everywhere", bindings);
  useEffect(() => {
    const timer = setTimeout(reload, oldest.at + KEPT_MS - Date.now());
    return () => clearTimeout(timer);
  }, [oldest]);
  return (
    <>
      <IconButton
        aria-label="Recent changes"
        title={`Undo: ${newest.text} (${writeKeys(KEYS).join("")}), and other recent changes`}
        aria-haspopup="dialog"
        aria-expanded={at !== undefined}
        {...RecentList.warmers}
        onClick={(event) => setAt(event.currentTarget)}
        // The page's title needs the room.
        sx={{ mx: -0.75 }}
      >
        <Icon name="undo" />
      </IconButton>
      {at && <RecentList at={at} changes={changes} onClose={() => setAt(undefined)} />}
    </>
  );
};

export default RecentChanges;
