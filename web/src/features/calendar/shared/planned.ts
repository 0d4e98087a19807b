import { create } from "zustand";

/** Where something would stand that is being booked right now. */
/** Beneath the title stand its lines, as far as there is room. */
export type Planned = { date: string; staffId: string; startTime: number; endTime: number; title: string; lines: readonly string[] };

/** Where the calendar goes for a day that it does not show; nowhere for one that it does. */
export const leadTo = (day: string, shown: { from: string; to: string }, today: string): { date: string | undefined } | undefined =>
  day < shown.from || day > shown.to ? { date: day === today ? undefined : day } : undefined;

/** Drawn on the calendar while the drawer beside it is filled in; `waitlist`: whether those who wait stand there, too. */
export const usePlanned = create<{ planned: readonly Planned[]; waitlist: boolean }>()(() => ({ planned: [], waitlist: false }));
export const showPlanned = (planned: readonly Planned[]): void => usePlanned.setState({ planned });
