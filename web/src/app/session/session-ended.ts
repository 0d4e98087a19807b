import { create } from "zustand";

/** True while the session has ended under a page with unsaved words on it: the page stays, covered, until the same person is signed in again. */
export const useSessionEnded = create<{ ended: boolean }>()(() => ({ ended: false }));
export const sessionEnded = (): boolean => useSessionEnded.getState().ended;
export const setSessionEnded = (ended: boolean): void => useSessionEnded.setState({ ended });
