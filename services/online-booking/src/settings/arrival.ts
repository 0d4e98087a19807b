import { type ArrivalWindow, arrivalWindowFor } from "@leashline/proto/rules/arrival-window.ts";

type Minutes = { arrivalWindowBefore: number; arrivalWindowAfter: number };
type Told = { arrivalWindow?: ArrivalWindow };

const told = (window: ArrivalWindow | undefined): Told => (window ? { arrivalWindow: window } : {});

/** What clients are told around the start of a visit of these care types, as the business says now. */
export const arrivalOn = ({ arrivalWindowBefore: before, arrivalWindowAfter: after }: Minutes, careTypes: readonly string[]): Told =>
  told(arrivalWindowFor({ before, after }, careTypes));

/** The same as it is kept with a request. */
export const arrivalAsked = ({ arrivalBefore: before, arrivalAfter: after }: { arrivalBefore: number; arrivalAfter: number }): Told =>
  before + after > 0 ? told({ before, after }) : {};
