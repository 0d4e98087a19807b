import { useEffect, useMemo } from "react";
import { toggleNav } from "../navigation/nav-state.ts";
import { type KeyBinding, listenForKeys, useKeys } from "../palette/keys.ts";
import { openKeys, openPalette } from "../palette/palette.ts";

/** What the keyboard does on every page. */
export const useShellKeys = (go: (to: string) => void): void => {
  const bindings = useMemo<KeyBinding[]>(
    () => [
      { keys: "mod+k", label: "Find anything", run: openPalette, always: true },
      { keys: "/", label: "Find anything", run: openPalette },
      { keys: "?", label: "Show these keys", run: openKeys },
      { keys: "g c", label: "Go to the calendar", run: () => go("/calendar/grooming") },
      { keys: "g t", label: "Go to today", run: () => go("/home/overview") },
      { keys: "g l", label: "Go to clients", run: () => go("/client") },
      { keys: "g m", label: "Go to messages", run: () => go("/message") },
      { keys: "g s", label: "Go to settings", run: () => go("/setting/general") },
      { keys: "[", label: "Collapse or expand navigation", run: toggleNav },
    ],
    [go],
  );
  useKeys("Everywhere", bindings);
  useEffect(listenForKeys, []);
};
