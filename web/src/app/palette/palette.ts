import { create } from "zustand";
import type { IconName } from "../../ui/icons.tsx";

/** Something the palette can find. */
export type Found = { id: string; label: string; hint?: string; icon: IconName; run: () => void };

/** Looks things up while one types. Answers in the order of likelihood. */
export type Provider = { id: string; heading: string; search: (text: string, signal: AbortSignal) => Promise<Found[]> };

type State = { open: "palette" | "keys" | undefined; providers: Provider[] };
export const usePalette = create<State>()(() => ({ open: undefined, providers: [] }));

export const openPalette = (): void => usePalette.setState({ open: "palette" });
export const openKeys = (): void => usePalette.setState({ open: "keys" });
export const closePalette = (): void => usePalette.setState({ open: undefined });

/** Adds a place to search in; one per id. */
export const addProvider = (provider: Provider): void =>
  usePalette.setState(({ providers }) => ({ providers: [...providers.filter((one) => one.id !== provider.id), provider] }));
