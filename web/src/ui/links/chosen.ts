import { create } from "zustand";
import type { Chosen } from "./ids.ts";

/** The company and business that addresses carry; the session says which. */
export const useChosen = create<Chosen>()(() => ({}));
export const chosenIds = (): Chosen => useChosen.getState();
export const setChosen = (chosen: Chosen): void => useChosen.setState(chosen, true);
