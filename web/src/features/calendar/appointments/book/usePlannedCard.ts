import { useEffect } from "react";
import { showPlanned } from "../../shared/planned.ts";
import type { Segment } from "../fields/outline.ts";

/** Draws what is being booked on the calendar, and takes it away with the drawer. */
export const usePlannedCard = (date: string, segments: readonly Segment[], title: string): void => {
  const drawn = JSON.stringify(segments.map(({ staffId, startTime, endTime }) => ({ date, staffId, startTime, endTime, title })));
  useEffect(() => showPlanned(JSON.parse(drawn)), [drawn]);
  useEffect(() => () => showPlanned([]), []);
};
