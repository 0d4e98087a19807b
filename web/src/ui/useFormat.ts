import { useMemo } from "react";
import { usePreferences } from "../app/session.ts";
import { type Format, formatAs } from "./format/manner.ts";

export type { Format };

/** Everything that is written the business's way, bound to its preferences. */
export const useFormat = (): Format => {
  const preferences = usePreferences();
  return useMemo(() => formatAs(preferences), [preferences]);
};
