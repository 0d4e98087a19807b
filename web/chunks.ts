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
  // Filled in on a client's phone; staff read the same questions.
  { chunk: "intake", roots: ["/src/features/customer/intake-forms/fill/FillPage.tsx"], only: /\/intake-forms\/(fill|answers)\// },
];

/** What the booking page begins with: a document of its own, of which the application shows parts too. */
const BOOKING = "/src/storefront/main.tsx";

/** What starts that document, and the styles of all of it, are in no other. */
const isOfStorefront = (id: string): boolean => id.includes("/src/storefront/") && !id.endsWith(BOOKING) && !id.endsWith("/book.css");

/** Names the chunk of a module; nothing for what only later pages need. */
type Namer = (id: string, graph: Rolldown.ChunkingContext) => string | null;

/** One after the other, as a chunk takes along what its modules need and no earlier one has. */
type Namers = readonly Namer[];
type Booking = {
  /** What its first sight needs. */ first: ReadonlySet<string> /** And whatever follows it in the same document. */;
  all: ReadonlySet<string>;
};

/**
 * Names the chunks of the first sights. What the booking page and others need stands apart, so that it comes to either without the rest: in one chunk what its first
 * sight needs, in another what follows there. Nothing that starts the application is in either.
 */
export const neededBy = (sights: readonly Sight[]): Namers => {
  let places: Map<string, string> | undefined;
  let booking: Booking = { first: new Set(), all: new Set() };
  const placeOf = (id: string, graph: Rolldown.ChunkingContext): string | undefined => {
    if (!places) {
      booking = { first: reached(graph, [BOOKING]), all: reached(graph, [BOOKING], { later: true }) };
      places = placesOf(sights, graph, booking.all);
    }
    return places.get(id);
  };
  return [
    (id, graph) => {
      const place = placeOf(id, graph);
      if (!booking.first.has(id)) return null;
      if (place) return `${place}-and-book`;
      return id.includes("/src/storefront/") ? null : "parts";
    },
    (id, graph) => (isOfStorefront(id) && placeOf(id, graph) === undefined && booking.first.has(id) ? "storefront" : null),
    (id, graph) => (booking.all.has(id) ? (placeOf(id, graph) ?? null) : null),
    (id, graph) => {
      const place = placeOf(id, graph);
      return place === undefined ? null : `${place}-app`;
    },
  ];
};

const placesOf = (sights: readonly Sight[], graph: Rolldown.ChunkingContext, shared: ReadonlySet<string>): Map<string, string> => {
  const found = new Map<string, string>();
  for (const { chunk, roots, only } of sights)
    for (const id of reached(graph, roots, { without: found })) if (!only || only.test(id) || shared.has(id)) found.set(id, chunk);
  return found;
};

type Walk = { without?: ReadonlyMap<string, string> /** What is fetched by and by, too. */; later?: boolean };

/** All that these begin with. */
const reached = (graph: Rolldown.ChunkingContext, roots: readonly string[], { without, later = false }: Walk = {}): Set<string> => {
  const next = roots.map((root) => `${import.meta.dirname}${root}`);
  const seen = new Set<string>();
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (without?.has(id) || seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    next.push(...importedIds, ...(later ? dynamicallyImportedIds : []));
  }
  return seen;
};
