import { create } from "zustand";

/** Toasts and questions are loaded when the first one is needed, or once a business page is at rest. */
export const useOverlays = create<{ wanted: boolean }>()(() => ({ wanted: false }));
export const wantOverlays = (): void => useOverlays.setState({ wanted: true });
