import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { signedIn, useSession } from "./session.ts";

type Kept<T> = { of: string | undefined; state: T };

/**
 * What somebody has typed and not saved: it stays with the tab through a reload, belongs to whoever typed it, and is gone when they sign out.
 * A session that ends under a page is no signing out.
 */
export const keptDrafts = <T extends object>(name: string, empty: () => T) => {
  let of = signedIn()?.account.id;
  const store = create<T>()(
    persist<T, [], [], Kept<T>>(empty, {
      name: `leashline-${name}`,
      storage: createJSONStorage(() => sessionStorage),
      partialize: (state) => ({ of, state }),
      merge: (kept, start) => {
        const found = kept as Kept<T> | undefined;
        return found?.of !== undefined && found.of === of ? found.state : start;
      },
    }),
  );
  useSession.subscribe((session) => {
    const now = session.status === "in" ? session.account.id : undefined;
    if (now === of) return;
    const arrives = of === undefined;
    of = now;
    // A page may be there before it is known whose it is.
    if (arrives) void store.persist.rehydrate();
    else store.setState(empty(), true);
  });
  return store;
};
