import { create } from "zustand";

/** The two places in the shell's header that a page fills. Outside the shell there are none and the page draws its own line. */
export const useHeaderSlots = create<{ left?: HTMLElement; right?: HTMLElement }>()(() => ({}));

/** Callback refs for the shell. */
export const leftSlot = (element: HTMLElement | null): void => useHeaderSlots.setState({ left: element ?? undefined });
export const rightSlot = (element: HTMLElement | null): void => useHeaderSlots.setState({ right: element ?? undefined });
