import { useEffect } from "react";
import type { BlockFacts } from "../shared/blocks.ts";
import { showPlanned } from "../shared/planned.ts";

/** Draws a new block on the calendar while it is filled in, and takes it away with the drawer. */
export const usePlannedBlock = (isNew: boolean, { staffId, date, startTime, endTime, description }: BlockFacts): void => {
  useEffect(() => {
    if (!isNew) return;
    const stands = endTime > startTime;
    showPlanned(stands ? [{ staffId, date, startTime, endTime, title: description.trim() || "Blocked", lines: [] }] : []);
    return () => showPlanned([]);
  }, [isNew, staffId, date, startTime, endTime, description]);
};
