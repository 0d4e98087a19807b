import { useEffect, useState } from "react";
import { areasFor } from "../../features/settings/settings-nav.ts";
import { address, navigation, seenBy } from "../navigation/nav.ts";
import type { SessionInfo } from "../session/session.ts";
import type { Found, Provider } from "./palette.ts";

type Section = { heading: string; items: Found[] };

export const pagesFor = (who: SessionInfo, go: (to: string) => void): Found[] => [
  ...navigation
    .filter(({ id }) => id !== "requests")
    .flatMap((group) =>
      seenBy(group, who).items.map((item) => ({
        id: item.path,
        label: item.label,
        ...(group.label !== item.label && { hint: group.label }),
        icon: group.icon,
        run: () => go(address(item.path)),
      })),
    ),
  ...areasFor(who).map((area) => ({ id: area.path, label: area.label, hint: "Settings", icon: area.icon, run: () => go(area.path) })),
  { id: "/profile", label: "Your profile", icon: "user", run: () => go("/profile") },
  { id: "/account", label: "Your businesses", icon: "building", run: () => go("/account") },
  { id: "/logout", label: "Sign out", icon: "logout", run: () => go("/logout") },
];

export const matches = (found: Found, text: string): boolean => `${found.label} ${found.hint ?? ""}`.toLowerCase().includes(text);

/** Waits for a pause in typing, forgets what a newer text has overtaken. */
export const useProviders = (providers: Provider[], text: string): Section[] => {
  const [sections, setSections] = useState<Section[]>([]);
  useEffect(() => {
    setSections((old) => (text.length < 2 ? [] : old));
    if (text.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await Promise.all(
        providers.map(async (provider) => ({ heading: provider.heading, items: await provider.search(text, stop.signal).catch(() => []) })),
      );
      if (!stop.signal.aborted) setSections(found.filter((section) => section.items.length > 0));
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [providers, text]);
  return sections;
};
