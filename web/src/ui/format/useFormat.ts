import { useMemo } from "react";
import { type Format, formatAs } from "./locale.ts";
import { usePreferences } from "./preferences.ts";

export type { Format };

/** Everything that is written the business's way, bound to its preferences. */
export const useFormat = (): Format => {
  const preferences = usePreferences();
  return useMemo(() => formatAs(preferences), [preferences]);
};
