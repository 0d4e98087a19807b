import { create } from "zustand";

export type Guarded = {
  id: string;
  dirty: () => boolean;
  save: () => Promise<boolean>;
  /** What the addresses begin with at which the form stays where it is. */
  within?: string | undefined;
};
export type OpenDrawer = { id: string; close: () => void };

type State = {
  forms: readonly Guarded[];
  drawers: readonly OpenDrawer[];
  /** Nobody is signed in: nothing can be saved any more, so nothing is asked. */
  released: boolean;
};

/** The forms of the page, and the drawers over it that have no address of their own, the top one last. */
export const useGuarded = create<State>()(() => ({ forms: [], drawers: [], released: false }));
export const setReleased = (released: boolean): void => useGuarded.setState({ released });

export const dirtyForms = (): Guarded[] => useGuarded.getState().forms.filter((form) => form.dirty());
/** Whether going there leaves a form with unsaved changes. */
export const leavesDirty = (pathname: string): boolean => dirtyForms().some(({ within }) => !within || !pathname.startsWith(within));
export const topDrawer = (): OpenDrawer | undefined => useGuarded.getState().drawers.at(-1);

export const addForm = (form: Guarded): (() => void) => {
  useGuarded.setState(({ forms }) => ({ forms: [...forms, form] }));
  return () => useGuarded.setState(({ forms }) => ({ forms: forms.filter((one) => one !== form) }));
};
export const addDrawer = (drawer: OpenDrawer): (() => void) => {
  useGuarded.setState(({ drawers }) => ({ drawers: [...drawers, drawer] }));
  return () => useGuarded.setState(({ drawers }) => ({ drawers: drawers.filter((one) => one !== drawer) }));
};
