import { create } from "zustand";

/** Where something would stand that is being booked right now. */
export type Planned = { date: string; staffId: string; startTime: number; endTime: number; title: string };

/** Drawn on the calendar while the drawer beside it is filled in. */
export const usePlanned = create<{ planned: readonly Planned[] }>()(() => ({ planned: [] }));
export const showPlanned = (planned: readonly Planned[]): void => usePlanned.setState({ planned });
