import { createContext } from "react";
import { create } from "zustand";

/** Whether a page stands in the shell, where its heading has a place even before the place is there. */
export const InShell = createContext(false);

/** The two places in the shell's header that a page fills. Outside the shell there are none and the page draws its own line. */
export const useHeaderSlots = create<{ left?: HTMLElement; right?: HTMLElement }>()(() => ({}));

/** Callback refs for the shell. */
export const leftSlot = (element: HTMLElement | null): void => useHeaderSlots.setState({ left: element ?? undefined });
export const rightSlot = (element: HTMLElement | null): void => useHeaderSlots.setState({ right: element ?? undefined });
