import { create } from "zustand";
import { persist } from "zustand/middleware";

type NavState = { expanded: boolean };

/** Narrow or expanded, kept in this browser (core §2). */
export const useNavState = create<NavState>()(persist((): NavState => ({ expanded: false }), { name: "leashline-nav" }));

export const toggleNav = (): void => {
  useNavState.setState(({ expanded }) => ({ expanded: !expanded }));
};
