import { create } from "zustand";
import type { LocaleFormat } from "./locale.ts";

/** How the chosen business writes things. */
export type Preferences = LocaleFormat & {
  /** 0 Sunday, 1 Monday. */
  weekStart: 0 | 1;
  distanceUnit: "mi" | "km";
  /** 0 mobile grooming, 1 facility-based, 2 hybrid. */
  appType: number;
};

/** Clients come to it. What only vans need is not offered there. */
export const FACILITY = 1;

export const defaultPreferences: Preferences = {
  currencyCode: "USD",
  currencySymbol: "$",
  country: "US",
  zone: "UTC",
  dateFormat: "DD/MM/YYYY",
  numberFormat: "1,234.56",
  clock: 12,
  weekStart: 0,
  weightUnit: "lb",
  distanceUnit: "mi",
  appType: FACILITY,
};

const store = create<Preferences>()(() => defaultPreferences);

/** The session says whose way of writing holds from now on. */
export const setPreferences = (preferences: Preferences): void => store.setState(preferences, true);
export const usePreferences = (): Preferences => store();
