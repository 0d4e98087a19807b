import { create } from "zustand";

export type Guarded = { id: string; dirty: () => boolean; save: () => Promise<boolean> };

/** The forms of the page. The router asks one only, so the first speaks for all of them. */
export const useGuarded = create<{ forms: readonly Guarded[] }>()(() => ({ forms: [] }));

export const dirtyForms = (): Guarded[] => useGuarded.getState().forms.filter((form) => form.dirty());
