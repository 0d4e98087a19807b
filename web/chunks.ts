import type { Rolldown } from "vite";

/** A chunk and the modules that a first sight begins with; what one has is not in the next. */
type Sight = {
  chunk: string;
  roots: readonly string[];
  /** Which of its modules stay together; the others go by who shares them. */
  only?: RegExp;
};

/** What every page behind sign-in begins with. */
export const inside = [
  "/src/app/Inside.tsx",
  "/src/app/session/session-api.ts",
  "/src/app/routes/Screen.tsx",
  "/src/app/shell/AppShell.tsx",
] as const;

/** What the day's tasks and the frame around them are made of, with all that either fetches by itself. */
export const withoutNetworkToo = [
  ...inside,
  "/src/app/routes/NoAccess.tsx",
  "/src/app/routes/AskOwner.tsx",
  "/src/app/session/SignInAgain.tsx",
  "/src/app/navigation/BottomTabs.tsx",
  "/src/app/navigation/MoreSheet.tsx",
  "/src/app/navigation/SettingsEntry.tsx",
  "/src/app/navigation/WaitingCounts.tsx",
  "/src/app/palette/CommandPalette.tsx",
  "/src/app/palette/KeysHelp.tsx",
  "/src/app/shell/menus.tsx",
  "/src/app/offline/kept-day.ts",
  "/src/app/offline/ticks.ts",
  "/src/ui/feedback/Overlays.tsx",
  "/src/ui/inputs/DayMenu.tsx",
  "/src/features/calendar/TasksPage.tsx",
] as const;

/** In the order in which a person meets them: signing in, with what every page needs, then every page behind it. */
export const firstSights: readonly Sight[] = [
  { chunk: "base", roots: ["/src/main.tsx", "/src/features/account/sessions/SignIn.tsx"] },
  { chunk: "inside", roots: inside },
  // The home of the product, of which the lodging calendar and the client's page show parts.
  { chunk: "calendar", roots: ["/src/features/calendar/CalendarPage.tsx"], only: /\/src\/features\/calendar\// },
];

/** Names the chunk of the first sight that needs a module; nothing for what only later ones need. */
export const neededBy = (sights: readonly Sight[]) => {
  let chunkOf: Map<string, string> | undefined;
  return (id: string, graph: Rolldown.ChunkingContext): string | null => {
    chunkOf ??= walk(sights, graph);
    return chunkOf.get(id) ?? null;
  };
};

const walk = (sights: readonly Sight[], graph: Rolldown.ChunkingContext): Map<string, string> => {
  const found = new Map<string, string>();
  for (const { chunk, roots, only } of sights) {
    const next = roots.map((root) => `${import.meta.dirname}${root}`);
    const seen = new Set<string>();
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (found.has(id) || seen.has(id)) continue;
      seen.add(id);
      if (!only || only.test(id)) found.set(id, chunk);
      next.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
};
